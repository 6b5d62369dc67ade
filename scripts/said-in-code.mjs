// What the commands say themselves, by the English text that translations have it by: the sentences given to `fail`, `say`, `warn`
// and `confirmYes`, and each `phrase` of the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'rolldown/experimental'

const sources = resolve(import.meta.dirname, '../packages/cli/src')

/** The argument of a call that a person reads. */
const sayings = { fail: 1, failureSaying: 1, say: 0, warn: 0, confirmYes: 1, refuse: 0 }

/** Sources of commands: the terminal UI has `Words`, and translates where it draws. */
export function commandSources() {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const isCommands = (file) => !/(?:^|\/)(?:terminal\/|tui\/(?!commands)|testing\/|screens\/)|\.test\./.test(file)
  return files.filter((file) => /\.tsx?$/.test(file) && isCommands(file)).map((file) => join(sources, file))
}

/** Sources of the terminal UI, of which only `phrase` and `words.text('…')` are looked at. */
export function terminalSources() {
  const commands = new Set(commandSources())
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).map((file) => join(sources, file))
  return files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file) && !commands.has(file))
}

/**
 * The texts of one source, and its templates in such a place that are not a `phrase`, so that no translation can know them.
 * @param {string} file
 */
export function saidIn(file) {
  const source = readFileSync(file, 'utf8')
  const texts = new Set()
  const untranslatable = []
  walk(parseSync(file, source).program, (node) => {
    if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'phrase') texts.add(patternOf(node.quasi))
    if (node.type !== 'CallExpression') return
    const name = node.callee.type === 'MemberExpression' ? node.callee.property.name : node.callee.name
    if (name === 'text' && node.callee.type === 'MemberExpression') addLiterals(texts, node.arguments[0])
    // `words.say(id)` is a sentence of the catalogues.
    if (node.callee.type === 'MemberExpression' && !['context', 'ports'].includes(node.callee.object.name)) return
    const argument = node.arguments[sayings[name]]
    for (const said of argument === undefined ? [] : branches(argument)) {
      if (said.type === 'Literal' && typeof said.value === 'string') texts.add(said.value)
      if (said.type === 'TemplateLiteral') untranslatable.push(said)
    }
  })
  const hasWords = (text) => /\p{L}.* |\p{Ll}{3}/u.test(text.replaceAll(/\{\d\}/g, ''))
  return {
    source,
    texts: [...texts].filter(hasWords),
    untranslatable: untranslatable.filter((template) => hasWords(patternOf(template))),
  }
}

function addLiterals(texts, argument) {
  for (const one of argument === undefined ? [] : branches(argument))
    if (one.type === 'Literal' && typeof one.value === 'string') texts.add(one.value)
}

/**
 * The names of a noun and its fields, which translations have by their English text.
 * @param {string} file
 * @returns {string[]}
 */
export function nounLabelsIn(file) {
  return propertiesIn(file, ['label', 'labelPlural'], () => true)
}

/**
 * What keys do, and the titles and actions of dialogs, as far as they are English texts in code.
 * @param {string} file
 * @returns {string[]}
 */
export function keyLabelsIn(file) {
  const ofKeys = propertiesIn(file, ['label'], (names) => names.includes('keys') || names.includes('key'))
  return [...ofKeys, ...propertiesIn(file, ['title', 'action'], () => true)]
}

/** Texts of properties of these names, in objects whose names of properties pass. */
function propertiesIn(file, wanted, passes) {
  const texts = []
  walk(parseSync(file, readFileSync(file, 'utf8')).program, (node) => {
    if (node.type !== 'ObjectExpression') return
    const properties = node.properties.filter(({ type }) => type === 'Property')
    if (!passes(properties.map(({ key }) => key.name))) return
    for (const { key, value } of properties)
      if (wanted.includes(key.name))
        for (const one of branches(value)) if (typeof one.value === 'string') texts.push(one.value)
  })
  return texts
}

/** `There is no profile {0}.` */
export function patternOf(template) {
  return template.quasis.reduce(
    (text, { value }, at) => (at === 0 ? value.cooked : `${text}{${at - 1}}${value.cooked}`),
    '',
  )
}

export function branches(node) {
  if (node.type === 'ConditionalExpression') return [...branches(node.consequent), ...branches(node.alternate)]
  if (node.type === 'LogicalExpression') return [...branches(node.left), ...branches(node.right)]
  return [node]
}

export function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit))
  if (typeof node?.type !== 'string') return
  visit(node)
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit)
}
