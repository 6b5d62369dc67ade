import type { Checks } from '../../../kit/checks/checks.ts'
import { readPostedMessage, type Message } from '../message.ts'
import { ns } from '../names.ts'
import type { Verified } from '../signature/verify.ts'
import { checkIssueInstant, timeOf } from '../time.ts'
import type { ReadResponseOptions, SamlAssertion } from '../types.ts'
import { responseBounds } from '../xml/bounds.ts'
import { attributeOf, isNamed, onlyChild } from '../xml/read.ts'
import { checkAudience, checkConditionTimes, conditionsOf } from './conditions.ts'
import { checkConfirmation } from './confirmation.ts'
import { checkDestination, checkEnvelopeRequest, checkIssuer, checkStatus, checkVersion } from './envelope.ts'
import { partOpener } from './encrypted-parts.ts'
import { readAttributes, readAuthentication, readNameId } from './statements.ts'
import { verifiedParts } from './verified-parts.ts'

/** Parses the SAMLResponse of a form. */
export function openResponse(base64: string, checks: Checks): Message {
  return readPostedMessage(base64, responseBounds, checks)
}

/** The request that a response claims to answer, unverified: use it only to find the attempt. */
export function inResponseToOf({ root }: Message): string | null {
  return attributeOf(root, 'InResponseTo')
}

/**
 * Reads the response of an assertion consumer service and makes every check but replay, which needs
 * the database: rejects through `checks`, or returns what the provider signed. An unsigned envelope is never trusted; it
 * can only be a reason to reject.
 */
export function readResponse(message: Message, o: ReadResponseOptions): SamlAssertion {
  const { checks } = o
  if (!isNamed(message.root, ns.protocol, 'Response')) {
    checks.refuse('saml-message-unreadable', { what: message.root.localName })
  }
  const responseId = checkVersion(message.root, o)
  checks.passed('message', { bytes: Buffer.byteLength(message.text) })
  checkStatus(message.root, o)
  checks.passed('status')
  const { envelope, envelopeSigned, assertion, verified } = verifiedParts(message, o)
  checkVersion(assertion, o)
  checkEnvelope(envelope, envelopeSigned, o)
  return { responseId, ...readAssertion(assertion, verified, envelope, o) }
}

function checkEnvelope(envelope: Element, signed: boolean, o: ReadResponseOptions): void {
  checkVersion(envelope, o)
  checkStatus(envelope, o)
  checkIssuer(envelope, false, o)
  checkDestination(envelope, o.self.acsUrl, signed, o)
  checkEnvelopeRequest(envelope, o)
}

function readAssertion(
  assertion: Element,
  verified: Verified,
  envelope: Element,
  options: ReadResponseOptions,
): Omit<SamlAssertion, 'responseId'> {
  const { checks, peer } = options
  const o = { ...options, issuedMs: timeOf(assertion, 'IssueInstant', checks) ?? undefined }
  checkIssuer(assertion, true, o)
  checks.passed('issuer', { issuer: peer.entityId })
  checks.passed('destination', { destination: attributeOf(envelope, 'Destination') ?? '' })
  const conditions = conditionsOf(assertion, o)
  checkAudience(conditions, o)
  const subject = onlyChild(assertion, ns.assertion, 'Subject')
  const { untilMs } = checkConfirmation(subject, o)
  checkIssueInstant(envelope, o)
  checkIssueInstant(assertion, o)
  checkConditionTimes(conditions, o)
  const authentication = readAuthentication(assertion, o)
  const age = o.issuedMs === undefined ? {} : { secondsOld: Math.round((o.nowMs - o.issuedMs) / 1000) }
  checks.passed('time', { until: new Date(untilMs).toISOString(), slackSecs: peer.slackSecs, ...age })
  const open = partOpener(o, responseBounds)
  return {
    assertionId: attributeOf(assertion, 'ID') ?? '',
    issuer: peer.entityId,
    nameId: readNameId(subject, open),
    ...authentication,
    issuedMs: o.issuedMs,
    replayUntilMs: untilMs + peer.slackSecs * 1000,
    attributes: readAttributes(assertion, open),
    signedBy: { slot: verified.key.slot, fingerprint: verified.key.certificate.fingerprint },
  }
}
