// What Temml needs beyond ECMAScript 5 in the engine that runs it at export, and `convert`, which cloche calls.
(function (global) {
  function add(prototype, name, method) {
    Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true });
  }
  add(String.prototype, "includes", function (text) { return this.indexOf(text) !== -1; });
  add(String.prototype, "startsWith", function (text, at) { return this.substr(at || 0, text.length) === text; });
  add(String.prototype, "codePointAt", function (at) {
    var high = this.charCodeAt(at), low = this.charCodeAt(at + 1);
    if (high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
      return (high - 0xd800) * 0x400 + low - 0xdc00 + 0x10000;
    }
    return high;
  });
  String.fromCodePoint = function (code) {
    if (code < 0x10000) return String.fromCharCode(code);
    code -= 0x10000;
    return String.fromCharCode(0xd800 + (code >> 10), 0xdc00 + (code & 0x3ff));
  };
  add(Array.prototype, "includes", function (item) { return this.indexOf(item) !== -1; });
  add(Array.prototype, "fill", function (item) {
    for (var i = 0; i < this.length; i++) this[i] = item;
    return this;
  });
  add(Array.prototype, "find", function (test) {
    for (var i = 0; i < this.length; i++) if (test(this[i], i, this)) return this[i];
  });
  add(Array.prototype, "findIndex", function (test) {
    for (var i = 0; i < this.length; i++) if (test(this[i], i, this)) return i;
    return -1;
  });
  Array.from = function (items) {
    return items instanceof TextSet ? Object.values(items.items) : Array.prototype.slice.call(items);
  };
  Object.values = function (object) { return Object.keys(object).map(function (key) { return object[key]; }); };
  Object.entries = function (object) { return Object.keys(object).map(function (key) { return [key, object[key]]; }); };
  // Sets of strings, which are all that Temml makes.
  function TextSet(items) {
    this.items = Object.create(null);
    for (var i = 0; items && i < items.length; i++) this.add(items[i]);
  }
  TextSet.prototype.add = function (item) { this.items["=" + item] = item; return this; };
  TextSet.prototype.has = function (item) { return "=" + item in this.items; };
  global.Set = TextSet;

  global.convert = function (tex, isDisplay) {
    try {
      return global.temml.renderToString(tex, {
        displayMode: isDisplay, throwOnError: true, trust: false, strict: false, maxExpand: 1000, maxSize: [100, 1000]
      });
    } catch (error) {
      throw String(error.message || error).replace(/^(Parse)?Error:\s*/, "").split("\n")[0].trim();
    }
  };
})(globalThis);
