import './patience.ts'

/** For every test file with a page: the document and the browser's memory are as a first visit finds them. */
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
for (const { name } of [...document.documentElement.attributes])
  document.documentElement.removeAttribute(name)
