import type { EndedSession, LogoutCall } from '../application-sessions/call.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import {
  buildSoapLogoutRequest,
  openLogout,
  readLogoutResponse,
  soapHeaders,
  type SamlSelf,
} from '../../protocols/saml/index.ts'
import { receivedDocument } from '../../kit/outbound/received-document.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { peerOf, type SamlClient, type SamlDeps } from './parties.ts'

/** A signed LogoutRequest over SOAP (SAML bindings 3.2, profiles 4.4.3.2); undefined: the application has no address for it. */
export function soapLogoutCall(
  { clock }: Pick<SamlDeps, 'clock'>,
  { client, self, ended }: { readonly client: SamlClient; readonly self: SamlSelf; readonly ended: EndedSession },
): LogoutCall | undefined {
  const { sloSoapUrl } = client.config
  if (sloSoapUrl === null || ended.nameId === null) return undefined
  const id = newMessageId()
  const { nameId, id: sessionIndex } = ended
  return {
    url: sloSoapUrl,
    headers: soapHeaders,
    body: buildSoapLogoutRequest({ self, address: sloSoapUrl, id, nameId, sessionIndex, nowMs: clock.now() }),
    async refusal(answer) {
      try {
        const checks = createChecks()
        const opened = openLogout({ binding: 'soap', envelope: await receivedDocument(answer) }, 'response', checks)
        const said = readLogoutResponse(opened, { peer: peerOf(client), self, nowMs: clock.now(), checks })
        if (said.inResponseTo !== id) return 'the LogoutResponse answers another request'
        const { code, nested, message } = said.status
        return code === 'Success'
          ? undefined
          : `status ${[code, nested, message].filter((one) => one !== null).join(' ')}`
      } catch (error) {
        if (!(error instanceof SignInFault)) throw error
        return error.reason
      }
    },
  }
}
