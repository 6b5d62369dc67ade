import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, extname, join } from 'node:path'

import type { ListeningProgram } from './listening-program.ts'

const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

/** Serves what vite built, as a web server of an application does: an address that is not a file gets `index.html`. */
export async function serveBuiltPage(folder: string, port: number): Promise<ListeningProgram> {
  const server = createServer((request, response) => {
    const asset = join(folder, 'assets', basename(request.url?.split('?', 1)[0] ?? ''))
    const file = extname(asset) !== '' && existsSync(asset) ? asset : join(folder, 'index.html')
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => '',
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
