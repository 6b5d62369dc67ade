import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const yogaFolder = join(dirname(require.resolve('yoga-layout')), '..')

/**
 * Ink as a chunk that loads when it is needed, in CommonJS like the rest:
 * - yoga's WebAssembly is a file beside the chunk. The module as published holds it as a data URL, which it gives
 *   to fetch, which loads Node's HTTP client (38 ms); and it awaits at the top level, which CommonJS cannot.
 * - React's developer tools, which Ink loads at the top level under DEV=true, stay out.
 * - The terminal UI also draws under CI=1: a person started it at a terminal.
 * - The width of plain text is its length; Ink asks for the width of each character it draws.
 * - Ink's grid of cells becomes a text without a comparison of styles between each two cells (ink-output.mjs).
 */
export function ink() {
  return {
    name: 'ink',
    resolveId: {
      filter: { id: /^(?:yoga-layout|is-in-ci|string-width|\.\/output\.js)$/ },
      async handler(source, importer) {
        if (source === './output.js')
          return /ink[\\/]build[\\/]renderer\.js$/.test(importer)
            ? join(import.meta.dirname, 'ink-output.mjs')
            : undefined
        if (source !== 'string-width') return `\0portico:${source}`
        if (importer?.startsWith('\0portico:')) return undefined
        const real = await this.resolve(source, importer, { skipSelf: true })
        return real && `\0portico:string-width?${real.id}`
      },
    },
    load: {
      filter: { id: /^\0portico:/ },
      handler(id) {
        if (id === '\0portico:is-in-ci') return 'export default false'
        if (id === '\0portico:yoga-layout') return yogaModule(this)
        return widthModule(id.slice('\0portico:string-width?'.length))
      },
    },
    transform: {
      filter: { id: /(?:ink[\\/]build[\\/]reconciler|yoga-wasm-base64-esm)\.js$/ },
      handler(code, id) {
        if (id.endsWith('yoga-wasm-base64-esm.js'))
          return code.replace(wasmUrl, 'data:application/octet-stream;base64,')
        const without = code
          .replace(/if \(isDev\(\)\) \{\s*try \{\s*await import[\s\S]*?\n\}\n(?=const diff)/, '')
          .replace(/isDev\(\)\s*\? await loadPackageJson\(\)\s*: /, '')
          .replace(/async function loadPackageJson\(\) \{[\s\S]*?\n\}\n/, '')
        if (/\bawait\b/.test(without)) throw new Error('Ink changed: its reconciler still awaits at the top level.')
        return without
      },
    },
  }
}

const wasmUrl = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/

function yogaModule(build) {
  const source = readFileSync(join(yogaFolder, 'binaries', 'yoga-wasm-base64-esm.js'), 'utf8')
  const base64 = wasmUrl.exec(source)?.[1]
  if (base64 === undefined) throw new Error('yoga-layout changed: its WebAssembly is not where it was.')
  build.emitFile({ type: 'asset', fileName: 'yoga.wasm', source: Buffer.from(base64, 'base64') })
  const at = (...path) => JSON.stringify(join(yogaFolder, ...path))
  return `
    import { readFileSync } from 'node:fs'
    import { join } from 'node:path'
    import load from ${at('binaries', 'yoga-wasm-base64-esm.js')}
    import wrapAssembly from ${at('src', 'wrapAssembly.js')}
    const library = {
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(__dirname, 'yoga.wasm'))), imports)
        done(instance)
        return instance.exports
      },
    }
    load(library)
    export default wrapAssembly(library)
    export * from ${at('src', 'generated', 'YGEnums.js')}
  `
}

/**
 * Printable ASCII, Latin-1, punctuation, box drawing and the few symbols drawn here take one cell per character, and colours
 * take none; the real module measures everything else.
 */
function widthModule(real) {
  return `
    import stringWidth from ${JSON.stringify(real)}
    const plain = /^[\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u00ff\\u2010-\\u2027\\u2030-\\u205e\\u2500-\\u257f\\u25cf\\u2610\\u2611]*$/
    const colours = /\\u001b\\[[\\d;]*m/g
    export default (text, options) => {
      if (typeof text !== 'string' || options?.countAnsiEscapeCodes) return stringWidth(text, options)
      const shown = text.includes('\\u001b') ? text.replace(colours, '') : text
      return plain.test(shown) ? shown.length : stringWidth(text, options)
    }
  `
}
