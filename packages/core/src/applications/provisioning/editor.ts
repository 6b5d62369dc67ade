import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
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
  emptyProvisioning,
  provisioningFields,
  provisioningInputOf,
  provisioningValuesOf,
  type ProvisioningValues,
} from './form.ts'
import { provisioningTestInWords, type ProvisioningTest } from './in-words.ts'
import { provisioningState } from './state.ts'
import { ProvisioningConfig, ProvisioningToken } from './rules.ts'

export type ProvisioningEditor = FieldsEditor<ProvisioningValues, Provisioning> & {
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
  const place = [shellFlag('env', environment.name), shellFlag('app', application.urn)]
  const editor = createFieldsEditor<ProvisioningValues, Provisioning>(
    parts,
    {
      fields: provisioningFields,
      empty: emptyProvisioning,
      isPart: true,
      valuesOf: provisioningValuesOf,
      idOf: () => application.id,
      violationsOf(values, fetched) {
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
      commandOf: ({ options: changed }) =>
        ['portico provisioning', changed.length > 0 ? 'set' : 'show', ...place, ...changed].join(' '),
      isReadonly: () => environment.readonly ?? false,
      read: () => client.call(getProvisioning, { params }),
      save: (values, { etag }) =>
        client.call(putProvisioning, { params, body: provisioningInputOf(values), ifMatch: etag }),
      remove: () => client.call(removeProvisioning, { params }),
      sentences: { created: 'provisioning.saved', updated: 'provisioning.saved', removed: 'provisioning.removed' },
      // `config.url` of the server → `url`.
      fieldOf: (fieldID) => fieldID.replace(/^config\./, '').replace(/\..*$/, ''),
    },
    { ...options, id: application.id },
  )

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
