import { createServer } from 'node:http'

const rows = 50
const names = Array.from({ length: 1000 }, (_, at) => `row ${String(at).padStart(4, '0')}`)

/**
 * A page that never changes, as the floor of what a browser costs on this machine today: a heading, a field, and 50 rows
 * that a few lines of script draw again at each key.
 */
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Reference</title></head><body><main><h1>Reference</h1><label>Filter <input type="search"></label><ul></ul></main>
<script>
const names = ${JSON.stringify(names)}
const draw = (text) => {
  const found = names.filter((name) => name.includes(text)).slice(0, ${rows})
  document.querySelector('ul').replaceChildren(...found.map((name) => Object.assign(document.createElement('li'), { textContent: name })))
}
document.querySelector('input').addEventListener('input', (event) => draw(event.target.value))
draw('')
</script></body></html>`

export async function startReferencePage() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(html)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => server.close(done)),
  }
}
