import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag } from '../../kit/nouns/shell-text.ts'
import {
  getProvisioning,
  putProvisioning,
  removeProvisioning,
  resendProvisioning,
  retryProvisioning,
  testProvisioning,
  type Provisioning,
} from './contract.ts'
import {
  changedProvisioningFields,
  createProvisioningForm,
  provisioningFields,
  provisioningInputOf,
  type ProvisioningField,
  type ProvisioningForm,
  type ProvisioningValues,
} from './form.ts'
import { provisioningTestInWords, type ProvisioningTest } from './in-words.ts'
import { provisioningState } from './state.ts'
import { ProvisioningConfig, provisioningRemovals, ProvisioningToken } from './rules.ts'

export type ProvisioningEditor = Editor<ProvisioningForm, Provisioning> & {
  set(values: Partial<ProvisioningValues>): void
  /** Why it cannot be tested now: the address or the token is missing or not valid. */
  testRefusal(): string | undefined
  /** Asks the application now, with the address and the token that are typed, or else stored. undefined: it could not be tried, see the feedback. */
  test(): Promise<ProvisioningTest | undefined>
  /** The result of the last test, until another address or token is typed, settings are saved or read again, or the state changes. */
  tested(): ProvisioningTest | undefined
  /** Why what is behind cannot be tried again now: nothing is sent. */
  retryRefusal(): string | undefined
  /** Tries what is behind again now. Whether that was begun. */
  retry(): Promise<boolean>
  /** Why not everything can be sent again now: nothing is sent. */
  resendRefusal(): string | undefined
  /** Forgets what was sent, so that all of it is sent again. Whether that was begun. */
  resend(): Promise<boolean>
  /** Stops sending, then reads what is stored. true if sending has stopped. */
  stop(): Promise<boolean>
  /** Reads how far it is, without user action; skipped while something is typed or under way. */
  refreshQuietly(): Promise<void>
}

type Target = {
  readonly environment: { readonly id: string; readonly name: string; readonly readonly?: boolean }
  readonly application: { readonly id: string; readonly label: string; readonly urn: string }
}

/** How people and groups are sent to an application in an environment. */
export function createProvisioningEditor(
  parts: EditorParts,
  { environment, application }: Target,
  options: EditorOptions = {},
): ProvisioningEditor {
  const { client, feedback, words } = parts
  const params = { envId: environment.id, appId: application.id }
  const form = createProvisioningForm()
  const labelOf = (name: ProvisioningField) => words().say(`provisioning.${name}`)

  const editor = createEditor<ProvisioningForm, Provisioning>(
    parts,
    {
      form,
      idOf: () => application.id,
      violationsOf({ values, fetched }) {
        const { config, bearerToken } = provisioningInputOf(values)
        const isNew = config.url.replace(/\/+$/, '') !== fetched.url
        return [
          ...violationsOf(ProvisioningConfig, config),
          ...(bearerToken === undefined
            ? isNew
              ? [{ errorID: 'PROVISIONING_TOKEN_REQUIRED', fieldID: 'bearerToken' }]
              : []
            : violationsOf(ProvisioningToken, bearerToken).map((one) => ({ ...one, fieldID: 'bearerToken' }))),
        ]
      },
      isChanged: (state) => changedProvisioningFields(state).length > 0,
      changesOf: (state) =>
        changedProvisioningFields(state).map((name) => ({
          field: name,
          label: labelOf(name),
          removed: shown(name, state.fetched),
          added: shown(name, state.values),
        })),
      commandOf,
      isReadonly: () => environment.readonly ?? false,
      read: () => client.call(getProvisioning, { params }),
      save: ({ values }, { etag }) =>
        client.call(putProvisioning, { params, body: provisioningInputOf(values), ifMatch: etag }),
      remove: () => client.call(removeProvisioning, { params }),
      sentences: { created: 'provisioning.saved', updated: 'provisioning.saved', removed: 'provisioning.removed' },
      fieldOf,
      labelOf: (field) => {
        const found = provisioningFields.find(({ name }) => name === field)
        return found && labelOf(found.name)
      },
      // Without the token: it is never kept.
      typedOf: (state) =>
        Object.fromEntries(
          changedProvisioningFields(state)
            .filter((name) => name !== 'bearerToken')
            .map((name) => [name, state.values[name]]),
        ),
      retype(content) {
        const { url, sendGroups, anyEmail, removal, enabled } = Object(content) as Readonly<
          Record<ProvisioningField, unknown>
        >
        const known = provisioningRemovals.find((one) => one === removal)
        const typed: Partial<ProvisioningValues> = {
          ...(typeof url === 'string' && { url }),
          ...(typeof sendGroups === 'boolean' && { sendGroups }),
          ...(typeof anyEmail === 'boolean' && { anyEmail }),
          ...(known !== undefined && { removal: known }),
          ...(typeof enabled === 'boolean' && { enabled }),
        }
        form.set(typed)
        return Object.keys(typed).length === 0 ? undefined : 'form.kept'
      },
    },
    { ...options, id: application.id },
  )

  /** A value as a person reads it; the token is never shown. */
  function shown(name: ProvisioningField, values: ProvisioningValues): readonly string[] {
    const value = values[name]
    if (typeof value === 'boolean') return [words().say(value ? 'provisioning.yes' : 'provisioning.no')]
    if (value === '') return []
    if (name === 'bearerToken') return ['…']
    return [name === 'removal' ? words().say(`provisioning.removal.${values.removal}`) : value]
  }

  function commandOf(state: ProvisioningForm): string {
    const flags = changedProvisioningFields(state).map((name) => {
      const { url, sendGroups, anyEmail, removal, enabled } = state.values
      if (name === 'url') return shellFlag('url', url.trim())
      if (name === 'bearerToken') return '--token @application.token'
      if (name === 'sendGroups') return sendGroups ? '--groups' : '--no-groups'
      if (name === 'anyEmail') return anyEmail ? '--any-email' : '--no-any-email'
      return name === 'removal' ? shellFlag('removal', removal) : enabled ? '--on' : '--off'
    })
    const place = [shellFlag('env', environment.name), shellFlag('app', application.urn)]
    return ['portico provisioning', flags.length > 0 ? 'set' : 'show', ...place, ...flags].join(' ')
  }

  const sendingRefusal = () =>
    editor.getState().stored?.config?.enabled === true ? undefined : words().say('provisioning.retryOff')

  /** Asks the server to go on in this way, and shows what it answers. */
  async function goOn(
    endpoint: typeof retryProvisioning | typeof resendProvisioning,
    sentence: 'provisioning.retried' | 'provisioning.resent',
  ): Promise<boolean> {
    feedback.clear()
    const answer = await client.call(endpoint, { params })
    if (!answer.ok) {
      feedback.report(answer.problem)
      return false
    }
    editor.open(answer.value, answer.etag)
    feedback.openSuccess(words().say(sentence))
    return true
  }

  let lastTest: { readonly of: string; readonly result: ProvisioningTest } | undefined
  const typedConnection = () => {
    const { config, bearerToken } = provisioningInputOf(editor.getState().form.values)
    return { url: config.url, ...(bearerToken !== undefined && { bearerToken }) }
  }
  /** What a test is about: the settings that are stored or typed, and the state. */
  const testedThing = () => {
    const { etag, stored } = editor.getState()
    return JSON.stringify([etag, stored && provisioningState(stored), typedConnection()])
  }

  async function test(): Promise<ProvisioningTest | undefined> {
    feedback.clear()
    const answer = await client.call(testProvisioning, { params, body: typedConnection() })
    if (!answer.ok) {
      feedback.report(answer.problem)
      return undefined
    }
    return provisioningTestInWords(answer.value.failure, words())
  }

  return {
    ...editor,
    set(values) {
      form.set(values)
      for (const { name } of provisioningFields) if (name in values) editor.touch(name)
    },
    testRefusal: () =>
      editor.violations().some(({ fieldID }) => fieldID === 'url' || fieldID === 'bearerToken')
        ? words().say('provisioning.testFirst')
        : undefined,
    async test() {
      lastTest = undefined
      const of = testedThing()
      const result = await test()
      lastTest = result && { of, result }
      return result
    },
    tested: () => (lastTest?.of === testedThing() ? lastTest.result : undefined),
    retryRefusal: sendingRefusal,
    retry: () => goOn(retryProvisioning, 'provisioning.retried'),
    resendRefusal: sendingRefusal,
    resend: () => goOn(resendProvisioning, 'provisioning.resent'),
    async stop() {
      const isGone = await editor.remove()
      if (isGone) await editor.load()
      return isGone
    },
    async refreshQuietly() {
      const isIdle = () => editor.getState().busy === undefined && !editor.hasChanges()
      if (editor.getState().status !== 'ready' || !isIdle()) return
      const answer = await client.call(getProvisioning, { params, background: true })
      if (answer.ok && isIdle()) editor.open(answer.value, answer.etag)
    },
  }
}

/** `config.url` of the server → `url`. */
function fieldOf(fieldID: string): string {
  return fieldID.replace(/^config\./, '').split('.')[0] ?? fieldID
}
