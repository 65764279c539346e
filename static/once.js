// A form is sent once: the second tap of two is no second decision.
"use strict";

document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});

// A page that the browser kept may be sent anew.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
