import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

import { hashSource } from './page.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

export type StaticFile = {
  readonly type: string
  readonly etag: string
  readonly body: Buffer
  readonly gzip: Buffer | undefined
  readonly brotli: Buffer | undefined
  /** What allows the style elements of a page in its content security policy. */
  readonly styles: readonly string[]
}

/** The built portal, read once into memory (a few hundred kilobytes), by path below the site's root. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    files.set(file.slice(folder.length).replaceAll('\\', '/'), load(file, type))
  }
  return files
}

function load(file: string, type: string): StaticFile {
  const body = readFileSync(file)
  return {
    type,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    gzip: packed(`${file}.gz`),
    brotli: packed(`${file}.br`),
    styles: type.startsWith('text/html') ? stylesOf(body.toString()) : [],
  }
}

/** The build writes the rules of the first paint into a page (web/build/critical-styles.ts). */
function stylesOf(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => hashSource(css))
}

/** What the build packed (web/build/packed-files.ts); small files and images are sent as they are. */
function packed(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}
