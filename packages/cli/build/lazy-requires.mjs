// Dependencies create or require at import time what our commands use rarely or never. Versions are pinned exactly: if a
// new version has different code, the build fails here instead of the program at runtime.

const segmenter = 'const segmenter = new Intl.Segmenter();'
const lazySegmenter = 'let made; const segmenter = { segment: text => (made ??= new Intl.Segmenter()).segment(text) };'

/** Rewrites by the end of the module's path: each text occurs exactly once; `$1` is its captured group. */
const rewritten = {
  // HTTP/2 requires the option `allowH2`. Saves http2 and tls: 8 to 11 % of whoami.
  'undici/lib/dispatcher/client.js': [
    [
      "const connectH2 = require('./client-h2.js')",
      "const connectH2 = () => { throw new Error('HTTP/2 was not asked for.') }",
    ],
  ],
  // Making a segmenter reads Unicode tables: 5 % of the first frame, which asks for colours in ASCII only.
  'slice-ansi/tokenize-ansi.js': [lazyGraphemes('GRAPHEME_SEGMENTER')],
  '@alcalzone/ansi-tokenize/build/tokenize.js': [lazyGraphemes('segmenter', '/^[\\x1b -~]*$/')],
  // 8 % of the first frame.
  'wrap-ansi/index.js': [[segmenter, lazySegmenter]],
  // Text in ASCII needs neither segmenter nor these expressions: 45 % of whoami, half of it for the expressions.
  'node_modules/string-width/index.js': [
    [segmenter, lazySegmenter],
    [/const visibleCharacterRegex = (\/.*\/v);/, lazyExpression('visibleCharacterRegex')],
    [/const spacingMarkRegex = (\/.*\/v);/, lazyExpression('spacingMarkRegex')],
    [/const rgiEmojiRegex = (\/.*\/v);/, lazyExpression('rgiEmojiRegex')],
  ],
}

/** A plugin that makes those lazy. */
export function lazyRequires() {
  return {
    name: 'lazy-requires',
    transform(code, id) {
      if (id.startsWith('\0')) return null
      const path = id.replaceAll('\\', '/')
      const edits = Object.entries(rewritten).find(([end]) => path.endsWith(`/${end}`))?.[1]
      return edits && { code: edits.reduce((text, edit) => replaced(text, edit, path), code) }
    },
  }
}

/** A segmenter created for the first text that `isSimple` does not match; in simple texts every character is a grapheme. */
function lazyGraphemes(name, isSimple) {
  const simply = isSimple && `${isSimple}.test(text) ? Array.from(text, (segment, index) => ({ segment, index })) : `
  return [
    RegExp(`const ${name} = (new Intl\\.Segmenter\\(undefined, \\{ ?granularity: ['"]grapheme['"] ?\\}\\));`),
    `let ${name}Made; const ${name} = { segment: text => ${simply ?? ''}(${name}Made ??= $1).segment(text) };`,
  ]
}

/** A regular expression created on first use, through `test` or `search`. */
function lazyExpression(name) {
  return `let ${name}Made; const ${name} = {
  test: text => (${name}Made ??= $1).test(text),
  [Symbol.search]: text => text.search(${name}Made ??= $1),
};`
}

function replaced(text, [from, to], path) {
  const found = text.match(typeof from === 'string' ? RegExp(literal(from), 'g') : RegExp(from.source, 'g'))
  if (found?.length !== 1) throw new Error(`${path} no longer reads as build/lazy-requires.mjs expects: ${from}`)
  return text.replace(from, typeof from === 'string' ? () => to : to)
}

function literal(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
