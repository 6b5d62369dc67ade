import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
import { createFileForm, sentenceOf, type UploadForm } from '../../kit/editing/file-form.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { decodeFile } from '../../kit/text/decode.ts'
import {
  getApplicationSignIn,
  putApplicationSignIn,
  readApplicationMetadata,
  replaceApplicationSecret,
  type ApplicationSignIn,
} from './contract.ts'
import { clientInputOf, clientValuesOf, editedClientField, emptyClient, type ClientValues } from './form.ts'
import { ClientConfig, clientFields, identifiesByEmail, metadataTextMax } from './rules.ts'

export type ClientEditor = FieldsEditor<ClientValues, ApplicationSignIn> & {
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
  const read = () => client.call(getApplicationSignIn, { params })
  const place = `${shellFlag('env', environment.name)} ${shellQuoted(application.urn)}`
  const editor = createFieldsEditor<ClientValues, ApplicationSignIn>(
    parts,
    {
      fields: clientFields.map(editedClientField),
      empty: emptyClient,
      isPart: true,
      valuesOf: ({ config }) => clientValuesOf(config),
      idOf: () => application.id,
      violationsOf(values) {
        const input = clientInputOf(values)
        return input === null ? [] : violationsOf(ClientConfig, input)
      },
      commandOf: ({ options: changed, values }) =>
        clientInputOf(values) === null
          ? `portico app sign-in remove ${place}`
          : ['portico app sign-in set', ...changed, place].join(' '),
      isReadonly: () => environment.readonly ?? false,
      read,
      save: (values, { etag }) =>
        client.call(putApplicationSignIn, { params, body: { config: clientInputOf(values) }, ifMatch: etag }),
      sentences: {
        created: 'clients.saved',
        updated: ({ config }) => (config === null ? 'clients.removed' : 'clients.saved'),
      },
      // `config.redirectUris.0` of the server, `redirectUris.0` of a rule → `redirectUris`.
      fieldOf: (fieldID) => fieldID.replace(/^config\./, '').replace(/\..*$/, ''),
    },
    { ...options, id: application.id },
  )

  const metadataOf = (body: MetadataSource) => client.call(readApplicationMetadata, { params, body })
  function take(config: ClientConfig): void {
    editor.set(clientValuesOf(config))
    editor.visitAll()
  }

  return {
    ...editor,
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
          if (file.size > metadataTextMax) return { ok: false, errorID: 'TOO_LONG' }
          const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
          return 'text' in decoded ? metadataOf({ document: decoded.text }) : { ok: false, errorID: 'FILE_ENCODING' }
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
