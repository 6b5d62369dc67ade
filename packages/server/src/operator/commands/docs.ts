import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

import { UsageError } from './usage-error.ts'

/**
 * Writes the pages below /docs with what they load. All their addresses become relative and end in the name of a file, so that
 * they work below any path and without a rule of the web server. Returns how many files there are.
 */
export function writeDocs(pagesDir: string, out: string): number {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new UsageError(`${out} is not empty. Choose another folder with --out.`)
  const site = new Map<string, string>()
  for (const path of filesBelow(join(pagesDir, 'docs'))) site.set(`/docs/${path}`, path)
  for (const path of site.keys()) if (path.endsWith('.html')) addAssets(readText(path))
  for (const [path, target] of site) {
    const file = join(out, target)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      /\.(?:html|css|json)$/.test(path) ? relative(path, readText(path)) : readFileSync(join(pagesDir, path)),
    )
  }
  return site.size

  function readText(path: string): string {
    return readFileSync(join(pagesDir, path), 'utf8')
  }

  /** What a page or a style sheet loads. */
  function addAssets(text: string): void {
    for (const [path] of text.matchAll(/\/assets\/[\w.-]+/g)) {
      if (site.has(path) || !existsSync(join(pagesDir, path))) continue
      site.set(path, path.slice(1))
      if (path.endsWith('.css')) addAssets(readText(path))
    }
  }

  function relative(from: string, text: string): string {
    const place = posix.dirname(site.get(from) ?? '')
    return text.replaceAll(
      /(["(])(\/(?:docs|assets)(?:\/[^"#)]*)?)(?=["#)])/g,
      (whole, before: string, path: string) => {
        const target = site.get(path) ?? site.get(path === '/docs' ? '/docs/index.html' : `${path}.html`)
        return target === undefined ? whole : before + posix.relative(place, target)
      },
    )
  }
}

/** Paths of the files that were not packed for the server. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => posix.relative(slashed(folder), `${slashed(entry.parentPath)}/${entry.name}`))
}

const slashed = (path: string) => path.replaceAll('\\', '/')
