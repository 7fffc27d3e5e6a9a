import marimo

app = marimo.App()


@app.cell
def _():
    # A tree that obeys SIGTERM: a child, one in a session of its own, and a daemon. Each of them, and this
    # process, holds the lock that the benchmark waits for.
    import fcntl
    import os
    import signal
    import subprocess

    lock = os.open(os.environ["CLOCHE_BENCH_LOCK"], os.O_RDONLY)
    os.set_inheritable(lock, True)
    fcntl.flock(lock, fcntl.LOCK_SH)
    sleeper = ["sleep", "3600"]
    subprocess.Popen(sleeper, close_fds=False)
    subprocess.Popen(sleeper, close_fds=False, start_new_session=True)
    subprocess.run(["sh", "-c", "setsid sleep 3600 & "], close_fds=False)
    open(os.environ["CLOCHE_BENCH_UP"], "w").close()
    signal.pause()
    return


if __name__ == "__main__":
    app.run()
