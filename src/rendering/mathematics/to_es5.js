// to_es5.js NODE_MODULES INPUT… OUTPUT: joins JavaScript files, written down to what the embedded engine understands. Run by node
// when cloche is built.
"use strict";
const fs = require("fs");
const path = require("path");
const [nodeModules, ...files] = process.argv.slice(2);
const output = files.pop();
const typescript = require(path.resolve(nodeModules, "typescript"));
const source = files.map((file) => fs.readFileSync(file, "utf8")).join("\n");
const { outputText } = typescript.transpileModule(source, {
  compilerOptions: {
    allowJs: true,
    downlevelIteration: true,
    module: typescript.ModuleKind.None,
    removeComments: true,
    target: typescript.ScriptTarget.ES5,
  },
});
fs.writeFileSync(output, outputText);
