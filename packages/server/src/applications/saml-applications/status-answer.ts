import type { Answer } from '../../kit/http/route.ts'
import { postPage } from '../../kit/pages/continue.ts'
import { buildStatusResponse, type RefusalStatus, type SamlSelf } from '../../protocols/saml/index.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import type { HeldRequest } from './held-request.ts'

type Refusal = {
  readonly self: SamlSelf
  readonly held: HeldRequest
  readonly nowMs: number
  readonly status: RefusalStatus
}

/** Tells the application at once that no one is signed in. */
export function statusAnswer(refusal: Refusal): Answer<undefined> {
  const form = statusForm(refusal)
  return form === undefined ? {} : postPage(form.action, form.fields)
}

/** The same as a form, for a page that says why first; undefined: the application did not ask. */
export function statusForm({ self, held, nowMs, status }: Refusal) {
  const { acsUrl, requestId: inResponseTo, relayState } = held
  if (inResponseTo === null) return undefined
  const outgoing = buildStatusResponse({ self, id: newMessageId(), acsUrl, inResponseTo, relayState, nowMs, status })
  if (outgoing.kind !== 'post') throw new Error('A response goes by a form.')
  return { action: outgoing.action, fields: outgoing.fields }
}
