// Bundles import a built-in module of Node at their top, and some take time that few commands need.

const costly = [
  'node:fs/promises',
  'node:os',
  'node:crypto',
  'node:child_process',
  'node:timers/promises',
  'node:readline',
  'node:v8',
  'node:http',
]

/** A plugin: what a chunk imports of costly built-in modules is required where it is used. */
export function lazyBuiltins() {
  return { name: 'lazy-builtins', renderChunk: (code) => ({ code: lazily(code), map: null }) }
}

function lazily(code) {
  return costly.reduce((text, id) => {
    const name = text.match(new RegExp(`^(?:const|let|var) ([\\w$]+) = require\\("${id}"\\);$`, 'm'))?.[1]
    // The bundler reads every import as a property of this one name.
    if (name === undefined || reassigned(text, name)) return text
    return (
      text
        .replace(new RegExp(`^(?:const|let|var) ${escaped(name)} = require\\("${id}"\\);\\n`, 'm'), '')
        // Without the parentheses `new` would take require itself for the constructor.
        .replaceAll(new RegExp(`(?<![\\w$.])new ${escaped(name)}\\.`, 'g'), `new (require("${id}")).`)
        .replaceAll(new RegExp(`(?<![\\w$.])${escaped(name)}\\.`, 'g'), `require("${id}").`)
    )
  }, code)
}

function reassigned(text, name) {
  return new RegExp(`^${escaped(name)} = `, 'm').test(text)
}

function escaped(name) {
  return name.replaceAll('$', '\\$')
}
