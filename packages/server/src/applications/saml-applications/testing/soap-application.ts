import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createChecks } from '../../../kit/checks/checks.ts'
import {
  openLogout,
  readLogoutRequest,
  type SamlLogoutRequest,
  type SamlPeer,
  type SamlSelf,
} from '../../../protocols/saml/index.ts'
import { buildSoapLogoutResponse } from '../../../protocols/saml/index.ts'
import type { TestKeyPair } from '../../../protocols/saml/testing/key-pairs.ts'
import { newMessageId } from '../../../sign-in/saml/start.ts'

/** How the application answers: `silent` with only an HTTP status, `other` to a request that was not sent. */
export type SoapAnswer = 'Success' | 'Requester' | 'silent' | 'other'

/** The installation that the application trusts. */
export type KnownPortico = { readonly entityId: string; readonly certificate: string }

/** The SOAP address of an application that speaks SAML: it verifies each request with the certificate in Portico's metadata. */
export async function startSoapApplication(entityId: string, key: TestKeyPair, portico: () => KnownPortico) {
  const requests: (SamlLogoutRequest & { readonly contentType: string | undefined })[] = []
  const faults: string[] = []
  let answers: SoapAnswer[] = ['Success']
  let url = ''
  const answerTo = (text: string, contentType: string | undefined): string | undefined => {
    const { entityId: issuer, certificate } = portico()
    const peer = {
      entityId: issuer,
      certificates: [{ slot: 1, pem: certificate }],
      extensions: new Map(),
      slackSecs: 120,
    }
    const self = { entityId, sloUrl: url, signing: key } as unknown as SamlSelf
    const o = { peer: peer as unknown as SamlPeer, self, nowMs: Date.now(), checks: createChecks() }
    const said = readLogoutRequest(openLogout({ binding: 'soap', envelope: text }, 'request', o.checks), o)
    requests.push({ ...said, contentType })
    const how = answers.length > 1 ? answers.shift() : answers[0]
    if (how === 'silent') return undefined
    const inResponseTo = how === 'other' ? newMessageId() : said.id
    const status = how === 'Requester' ? how : 'Success'
    return buildSoapLogoutResponse({ self, id: newMessageId(), inResponseTo, nowMs: Date.now(), status })
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      try {
        const text = answerTo(Buffer.concat(parts).toString(), request.headers['content-type'])
        response.writeHead(text === undefined ? 500 : 200, { 'content-type': 'text/xml' }).end(text)
      } catch (error) {
        faults.push(String(error))
        response.writeHead(403).end()
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`
  return {
    url,
    requests,
    /** Why requests were not accepted. */
    faults,
    answers: (...next: SoapAnswer[]) => void (answers = next),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
