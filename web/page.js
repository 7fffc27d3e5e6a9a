// Comfort for readers whose browsers run scripts. The page is complete without it.
(() => {
  // Copying code: a button on each block, for pointers and keyboards.
  for (const figure of document.querySelectorAll("figure.code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "copy";
    button.setAttribute("aria-label", "copy code");
    button.addEventListener("click", async () => {
      const code = figure.querySelector("code").textContent;
      try {
        await navigator.clipboard.writeText(code);
        button.textContent = "copied";
      } catch {
        button.textContent = "press Ctrl+C";
        getSelection().selectAllChildren(figure.querySelector("code"));
      }
      setTimeout(() => { button.textContent = "copy"; }, 2000);
    });
    figure.append(button);
  }
  // Paper has nothing to click: everything but code opens for printing.
  const folded = "details:not([open]):not(.hidden-code):not(.source)";
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(folded)];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
})();
