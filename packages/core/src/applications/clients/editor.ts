import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import { createFileForm, sentenceOf, type UploadForm } from '../../kit/editing/file-form.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import {
  getApplicationSignIn,
  putApplicationSignIn,
  readApplicationMetadata,
  replaceApplicationSecret,
  type ApplicationSignIn,
} from './contract.ts'
import {
  changedClientFields,
  clientInputOf,
  clientValuesOf,
  comparable,
  createClientForm,
  linesOf,
  type ClientForm,
  type ClientValues,
} from './form.ts'
import {
  ClientConfig,
  clientFields,
  identifiesByEmail,
  metadataTextMax,
  type ClientField,
  type ClientFieldName,
} from './rules.ts'

export type ClientEditor = Editor<ClientForm, ApplicationSignIn> & {
  set(name: ClientFieldName, value: string): void
  /** What to consider before saving: people of several providers may open an application that identifies them by their e-mail address. */
  warning(): string | undefined
  /** Makes a new client secret, which is returned this once; undefined: it was not made. `now`: the old one ends at once. */
  newSecret(now: boolean): Promise<string | undefined>
  /** A file with SAML metadata that fills the form. `read`: gets the warnings about it. */
  upload(read: (warnings: readonly string[]) => void): UploadForm
  /** Fills the form from the SAML metadata at an address, or of a document. Nothing is saved yet. */
  readMetadata(source: MetadataSource): Promise<MetadataRead>
}

/** Where SAML metadata of an application is: at an address that the server reads, or in a document. */
export type MetadataSource = { readonly url: string } | { readonly document: string }

/** Warnings about metadata that filled the form, or why it could not. */
export type MetadataRead = { readonly warnings: readonly string[] } | { readonly problem: string }

type Target = {
  readonly environment: { readonly id: string; readonly name: string; readonly readonly?: boolean }
  readonly application: { readonly id: string; readonly urn: string }
}

/** How an application signs people in in an environment. The choice `none` removes the registration. */
export function createClientEditor(
  parts: EditorParts,
  { environment, application }: Target,
  options: EditorOptions = {},
): ClientEditor {
  const { client, feedback, words } = parts
  const params = { envId: environment.id, appId: application.id }
  const form = createClientForm()
  const labelOf = (name: ClientFieldName) => words().say(`clients.${name}`)
  const read = () => client.call(getApplicationSignIn, { params })

  /** A value as a person reads it, in lines. */
  function shown({ name, kind }: ClientField, values: ClientValues): readonly string[] {
    const text = comparable(name, values)
    if (text === '') return []
    if (name === 'protocol') return [words().say(`clients.protocol.${values.protocol as 'none'}`)]
    return kind === 'pems' ? text.split(/(?=-----BEGIN )/).map(pemLine) : text.split('\n')
  }

  const editor = createEditor<ClientForm, ApplicationSignIn>(
    parts,
    {
      form,
      idOf: () => application.id,
      violationsOf({ values }) {
        const input = clientInputOf(values)
        const found = input === null ? [] : violationsOf(ClientConfig, input)
        return found.map((one) => ({ ...one, fieldID: fieldOf(one.fieldID) }))
      },
      isChanged: (state) => changedClientFields(state).length > 0,
      changesOf: (state) =>
        changedClientFields(state).map((field) => ({
          field: field.name,
          label: labelOf(field.name),
          removed: shown(field, state.fetched),
          added: shown(field, state.values),
        })),
      commandOf: (state) => commandOf(state, environment.name, application.urn),
      isReadonly: () => environment.readonly ?? false,
      read,
      save: ({ values }, { etag }) =>
        client.call(putApplicationSignIn, { params, body: { config: clientInputOf(values) }, ifMatch: etag }),
      sentences: {
        created: 'clients.saved',
        updated: ({ config }) => (config === null ? 'clients.removed' : 'clients.saved'),
      },
      fieldOf,
      labelOf: (field) => {
        const found = clientFields.find(({ name }) => name === field)
        return found && labelOf(found.name)
      },
      typedOf: (state) => Object.fromEntries(changedClientFields(state).map(({ name }) => [name, state.values[name]])),
      retype(content) {
        const typed = Object(content) as Readonly<Record<string, unknown>>
        const found = clientFields.filter(({ name }) => typeof typed[name] === 'string')
        form.set(Object.fromEntries(found.map(({ name }) => [name, String(typed[name])])))
        return found.length === 0 ? undefined : 'form.kept'
      },
    },
    { ...options, id: application.id },
  )

  const metadataOf = (body: MetadataSource) => client.call(readApplicationMetadata, { params, body })
  function take(config: ClientConfig): void {
    form.set(clientValuesOf(config))
    editor.visitAll()
  }

  return {
    ...editor,
    set(name, value) {
      if (form.getState().values[name] === value) return
      form.set({ [name]: value })
      editor.touch(name)
    },
    warning() {
      const { form: state, stored } = editor.getState()
      const { openedBy = [] } = stored ?? {}
      if (!identifiesByEmail(state.values) || openedBy.length < 2) return undefined
      return words().say('clients.severalProviders', { names: openedBy.join(', ') })
    },
    async newSecret(now) {
      feedback.clear()
      const answer = await client.call(replaceApplicationSecret, { params, body: { now } })
      if (!answer.ok) {
        feedback.report(answer.problem)
        return undefined
      }
      editor.open(answer.value.signIn, answer.etag)
      return answer.value.secret
    },
    upload: (told) =>
      createFileForm(parts, {
        async read(file) {
          if (file === undefined) return { ok: false, errorID: 'FILE_REQUIRED' }
          if (file.size > metadataTextMax) return { ok: false, errorID: 'TOO_LONG' }
          return metadataOf({ document: await file.text() })
        },
        taken({ config, warnings }) {
          take(config)
          told(warnings)
        },
      }),
    async readMetadata(source) {
      const answer = await metadataOf(source)
      if (!answer.ok) {
        if (answer.problem.kind === 'session-ended') feedback.report(answer.problem)
        return { problem: sentenceOf(answer.problem) }
      }
      take(answer.value.config)
      return { warnings: answer.value.warnings }
    },
  }
}

/** `config.redirectUris.0` of the server, `redirectUris.0` of a rule → `redirectUris`. */
function fieldOf(fieldID: string): string {
  return fieldID.replace(/^config\./, '').split('.')[0] ?? fieldID
}

/** A block of PEM in one line: its kind and its last characters. */
function pemLine(block: string): string {
  const kind = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(block)?.[1] ?? 'PEM'
  return `${kind} …${block.replaceAll(/-----[^-]+-----|\s/g, '').slice(-12)}`
}

/** Keys and certificates are files in a command. */
function commandOf(state: ClientForm, environmentName: string, urn: string): string {
  const place = `${shellFlag('env', environmentName)} ${shellQuoted(urn)}`
  if (clientInputOf(state.values) === null) return `portico app sign-in remove ${place}`
  const flags = changedClientFields(state).flatMap(({ name, kind, flag }) => {
    const text = comparable(name, state.values)
    if (kind === 'switch') return [text === 'on' ? `--${flag}` : `--no-${flag}`]
    if (kind === 'pems') return [`--${flag} @${text === '' ? '/dev/null' : `${flag}.pem`}`]
    return kind === 'lines' && text !== ''
      ? linesOf(text).map((line) => shellFlag(flag, line))
      : [shellFlag(flag, text)]
  })
  return ['portico app sign-in set', ...flags, place].join(' ')
}
