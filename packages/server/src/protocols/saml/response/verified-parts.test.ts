import { expect, it } from 'vitest'

import { createChecks } from '../../../kit/checks/checks.ts'
import { samlScene } from '../testing/scene.ts'
import { openResponse } from './read-response.ts'
import { verifiedParts } from './verified-parts.ts'

const scene = samlScene()

async function partsOf(sign: 'assertion' | 'response' | 'both') {
  const checks = createChecks()
  const message = openResponse(await scene.forge({ sign }), checks)
  const { peer, self, requestId, nowMs } = scene
  return { message, ...verifiedParts(message, { peer, self, requestId, nowMs, checks }) }
}

it.each(['assertion', 'response', 'both'] as const)(
  'an assertion is read from the bytes that a signature covers, not from the message (signed: %s)',
  async (sign) => {
    const { message, assertion } = await partsOf(sign)
    expect(assertion.localName).toBe('Assertion')
    expect(assertion.ownerDocument === message.root.ownerDocument).toBe(false)
  },
)

it.each([
  ['assertion', false],
  ['response', true],
  ['both', true],
] as const)('so is the envelope, if it is signed (signed: %s)', async (sign, isSigned) => {
  const { message, envelope, envelopeSigned } = await partsOf(sign)
  expect(envelopeSigned).toBe(isSigned)
  expect(envelope.ownerDocument === message.root.ownerDocument).toBe(!isSigned)
})
