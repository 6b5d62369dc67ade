import { codeBlock, escaped, scrolling } from '../html.ts'
import type { DocumentPage, Heading, IndexSection, Passage } from '../page.ts'
import { curlOf, exampleOf } from './examples.ts'
import { fieldsOf, limitsOf, typeOf, type Field } from './fields.ts'
import { callsOf, resolved, type Call, type Content, type OpenApi, type Parameter, type Response } from './open-api.ts'

const home = '/docs/api'
/** The document itself, beside the pages that are made of it. */
export const openApiAddress = `${home}/openapi.json`

/** The reference of the API at /docs/api: a page for each tag of the OpenAPI document, and one that lists them. */
export function readReference(document: OpenApi): {
  readonly section: IndexSection
  readonly pages: readonly DocumentPage[]
} {
  const areas = document.tags.map(({ name, description }) => ({
    address: `${home}/${slugOf(name)}`,
    title: name,
    note: description,
    calls: callsOf(document, name),
  }))
  const section = {
    title: 'API reference',
    entries: [{ address: home, title: 'All calls', note: 'What they share, and the OpenAPI document' }, ...areas],
  }
  return { section, pages: [overview(document, areas), ...areas.map((area) => areaPage(document, area))] }
}

type Area = { readonly address: string; readonly title: string; readonly note: string; readonly calls: readonly Call[] }

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

function overview(document: OpenApi, areas: readonly Area[]): DocumentPage {
  const failure = resolved<Response>({ $ref: '#/components/responses/Failure' }, document)
  const lists = areas.map(({ address, title, note, calls }) => {
    const items = calls.map(
      ({ operation, method, path }) =>
        `<li><a href="${address}#${operation.operationId}">${escaped(operation.summary)}</a> <code>${method} ${escaped(path)}</code></li>`,
    )
    return `<h2 id="${slugOf(title)}"><a href="${address}">${escaped(title)}</a></h2><p>${escaped(note)}</p><ul>${items.join('')}</ul>`
  })
  const content = `<h1 id="api-reference">API reference</h1>
<p>Every call of Portico ${escaped(document.info.version)}, made of its OpenAPI document:
<a href="${openApiAddress}" download>openapi.json</a>. A server sends its own at <code>/api/openapi.json</code>.
<a href="/docs/using-the-api">Using the API</a> explains how to authenticate, page through lists and save changes.
In the examples, <code>$PORTICO</code> is the address of the server, such as <code>https://portal.example.com</code>.</p>
<h2 id="errors">Errors of every call</h2>
<p>Besides the errors that are listed with a call, each can answer these:</p>
${idList(failure['x-error-ids'] ?? [])}
${lists.join('\n')}`
  const headings = [
    { id: 'errors', text: 'Errors of every call', level: 2 },
    ...areas.map(({ title }) => ({ id: slugOf(title), text: title, level: 2 })),
  ]
  const passages = [
    { address: home, page: 'API reference', heading: '', text: 'Every call of the API, and the OpenAPI document.' },
  ]
  return { address: home, title: 'API reference', content, headings, passages }
}

function areaPage(document: OpenApi, { address, title, note, calls }: Area): DocumentPage {
  const content = `<h1 id="${slugOf(title)}">${escaped(title)}</h1><p>${escaped(note)}</p>${calls.map((call) => section(call, document)).join('')}`
  const headings = calls.map(({ operation }): Heading => ({
    id: operation.operationId,
    text: operation.summary,
    level: 2,
  }))
  const passages = calls.map(({ method, path, operation }): Passage => ({
    address: `${address}#${operation.operationId}`,
    page: `API: ${title}`,
    heading: operation.summary,
    text: `${method} ${path} ${operation['x-callers'].join(' ')}`,
  }))
  return { address, title: `API: ${title}`, content, headings, passages }
}

/** `of`: the summary of the call; the name of each table ends in it, so that no two are called the same. */
type Place = { readonly document: OpenApi; readonly of: string }

function section(call: Call, document: OpenApi): string {
  const { method, path, operation } = call
  const place = { document, of: operation.summary }
  const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(one, document))
  const responses = Object.entries(operation.responses).map(
    ([status, one]) => [status, resolved<Response>(one, document)] as const,
  )
  const successes = responses.filter(([status]) => status < '400')
  return [
    `<section class="documents-call"><h2 id="${operation.operationId}">${escaped(operation.summary)}</h2>`,
    `<p class="documents-address"><strong>${method}</strong> <code>${escaped(path).replaceAll('/', '/<wbr>')}</code></p>`,
    `<p>Who may call: ${operation['x-callers'].map(escaped).join(' ')}</p>`,
    parameters.length === 0 ? '' : `<h3>Parameters</h3>${parameterTable(parameters, place)}`,
    bodyPart('Request body', operation.requestBody?.content, place),
    ...successes.map(([status, response]) => answerPart(status, response, place)),
    `<h3>Example</h3>${codeBlock(curlOf(call, document))}`,
    ...successes.slice(0, 1).map(([status, response]) => exampleAnswer(status, response, document)),
    failurePart(responses, place),
    '</section>',
  ].join('')
}

function bodyPart(title: string, content: Content | undefined, place: Place): string {
  const [found] = Object.entries(content ?? {})
  if (found === undefined) return ''
  const [type, { schema }] = found
  return `<h3>${title}</h3><p>${type}</p>${fieldTable(fieldsOf(schema, place.document), `${title}: ${place.of}`)}`
}

function answerPart(status: string, { description, content }: Response, place: Place): string {
  const title = `Response ${status}`
  return content === undefined ? `<h3>${title}</h3><p>${escaped(description)}.</p>` : bodyPart(title, content, place)
}

function exampleAnswer(status: string, { content }: Response, document: OpenApi): string {
  const [found] = Object.values(content ?? {})
  if (found === undefined) return `<p>The answer has the status ${status} and no body.</p>`
  return codeBlock(JSON.stringify(exampleOf(found.schema, document, { full: true }), undefined, 2))
}

function failurePart(responses: readonly (readonly [string, Response])[], { of }: Place): string {
  const rows = responses.flatMap(([status, { 'x-error-ids': ids, description }]) => {
    if (status < '400' || status === 'default') return []
    return [`<tr><td>${status}</td><td>${ids === undefined ? escaped(description) : links(ids)}</td></tr>`]
  })
  const table = rows.length === 0 ? '' : tableOf(`Errors: ${of}`, ['Status', 'What it means'], rows)
  return `<h3>Errors</h3>${table}<p><a href="${home}#errors">Errors of every call</a></p>`
}

const errorLink = (id: string) => `<a href="/docs/errors#${id}"><code>${id}</code></a>`
const links = (ids: readonly string[]) => ids.map(errorLink).join(', ')
const idList = (ids: readonly string[]) => `<p>${links(ids)}</p>`

function parameterTable(parameters: readonly Parameter[], { document, of }: Place): string {
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => {
    const limits = [description, ...limitsOf(schema, document)].filter(Boolean).join('; ')
    return `<tr><td><code>${escaped(name)}</code></td><td>${place}${required ? '' : ', optional'}</td><td>${escaped(typeOf(schema, document))}</td><td>${escaped(limits)}</td></tr>`
  })
  return tableOf(`Parameters: ${of}`, ['Name', 'Place', 'Type', 'Meaning'], rows)
}

function fieldTable(fields: readonly Field[], label: string): string {
  const rows = fields.map(({ name, type, isRequired, limits, description }) => {
    const notes = [description, ...limits].filter(Boolean).join('; ')
    const shown = name === '' ? 'the body' : `<code>${escaped(name).replaceAll('.', '.<wbr>')}</code>`
    return `<tr><td>${shown}</td><td>${escaped(type)}${isRequired ? '' : ', optional'}</td><td>${escaped(notes)}</td></tr>`
  })
  return tableOf(label, ['Field', 'Type', 'Meaning'], rows)
}

function tableOf(label: string, names: readonly string[], rows: readonly string[]): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('')
  return scrolling(label, `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`)
}
