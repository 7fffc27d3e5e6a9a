"""What the comparison with marimo overlooks, and what it must not."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from snapshot import cells_of, first_difference


def cell(data=None, console=(), error=None, id="Hbol"):
    output = {"type": "error", **error} if error else {"type": "data", "data": data}
    return cells_of({"cells": [{"id": id, "outputs": [output], "console": list(console)}]})[0]


def stream(text, name="stdout"):
    return {"type": "stream", "name": name, "text": text, "mimetype": "text/plain"}


def same(first, second):
    return first.content == second.content


def test_random_ids_dates_addresses_and_image_bytes_are_overlooked():
    def made_with(random, date, address, image):
        text = f"<b random-id='{random}'>{date} at {address} <img src='data:image/png;base64,{image}'></b>"
        return cell({"text/html": text})

    first = made_with(
        "a4063826-c14f-8401-08b0-b02ef22d874f", "2026-01-02 03:04:05.6", "0x7f0a1b2c3d", "iVBORw0="
    )
    second = made_with(
        "2287b5c0-8e25-d27b-a589-8473e066641a", "2027-11-12 13:14:15", "0x7fffffff00", "iVBORw1+"
    )
    assert same(first, second)


def test_an_element_of_another_cell_is_a_difference():
    assert not same(
        cell({"text/html": "<b object-id='Hbol-0'>"}), cell({"text/html": "<b object-id='Hbol-1'>"})
    )


def test_another_number_is_a_difference():
    assert not same(cell({"text/html": "<pre>41</pre>"}), cell({"text/html": "<pre>42</pre>"}))


def test_an_image_instead_of_text_is_another_kind():
    bundle = {"application/vnd.marimo+mimebundle": '{"image/png": "data:image/png;base64,AAAA"}'}
    assert cell(bundle).kind != cell({"text/html": "x"}).kind


def test_the_order_of_keys_in_a_bundle_is_overlooked():
    def bundle(text):
        return cell({"application/vnd.marimo+mimebundle": text})

    assert same(bundle('{"a/b": "1", "c/d": "2"}'), bundle('{"c/d": "2", "a/b": "1"}'))
    assert not same(bundle('{"a/b": "1", "c/d": "2"}'), bundle('{"c/d": "1", "a/b": "2"}'))


def test_an_error_differs_from_another_error_and_from_nothing():
    division = {"ename": "exception", "evalue": "division by zero", "traceback": None}
    cycle = {"ename": "cycle", "evalue": "This cell is in a cycle", "traceback": []}
    assert len({cell(error=division).kind, cell(error=cycle).kind, cell({"text/plain": ""}).kind}) == 3


def test_how_a_stream_was_cut_into_pieces_is_overlooked_but_not_its_order():
    whole = cell({"text/plain": ""}, [stream("ab")])
    assert same(whole, cell({"text/plain": ""}, [stream("a"), stream("b")]))
    assert not same(whole, cell({"text/plain": ""}, [stream("b"), stream("a")]))
    assert not same(whole, cell({"text/plain": ""}, [stream("a"), stream("b", "stderr")]))


def test_the_temporary_file_of_a_cell_is_overlooked_in_a_traceback_but_not_its_line():
    def traceback(folder, line):
        text = (
            f'<pre>File <b>"/tmp/{folder}/__marimo__cell_Hbol_.py"</b>, line {line}, in &lt;module&gt;</pre>'
        )
        entry = {
            "type": "stream",
            "name": "stderr",
            "text": text,
            "mimetype": "application/vnd.marimo+traceback",
        }
        return cell({"text/plain": ""}, [entry])

    assert same(traceback("marimo_1", 1), traceback("marimo_2", 1))
    assert not same(traceback("marimo_1", 1), traceback("marimo_1", 2))


def test_a_difference_is_shown_with_what_stands_around_it():
    assert first_difference("abcXdef", "abcYdef", around=2) == "marimo has …bcYd… and cloche …bcXd…"
    assert first_difference("abc", "abcd", around=2) == "marimo has …bcd… and cloche …bc…"
