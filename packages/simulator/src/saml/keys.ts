import type { Log } from '../log.ts'
import { certify, makeSigningKeys, type SigningKeys } from './make-certificate.ts'
import type { SamlSwitches } from './switches.ts'

export type SamlKeys = ReturnType<typeof samlKeys>

const dayMs = 24 * 3600_000
/** Certificates of such providers are usually good for a few years. */
const lifeDays = 3 * 365

/** The signing keys of one provider, as the switches want them. */
export function samlKeys(
  first: SigningKeys,
  { name, switches, now, log }: { name: string; switches: () => SamlSwitches; now: () => number; log: Log },
) {
  let current = first
  let expired: SigningKeys | undefined
  let next: Promise<SigningKeys> | undefined
  let foreign: Promise<SigningKeys> | undefined
  const validity = () => validFrom(now())
  const second = () => (next ??= makeSigningKeys(`${name} next`, validity()))

  /** The same key under a certificate that has ended. */
  function ended(): SigningKeys {
    const days = { from: new Date(now() - lifeDays * dayMs), to: new Date(now() - dayMs) }
    return (expired ??= { ...current, certificate: certify(current.privateKey, name, days) })
  }

  return {
    async signing(): Promise<SigningKeys> {
      const { otherCertificate, rotatedKeys, expiredCertificate } = switches()
      if (otherCertificate) return (foreign ??= makeSigningKeys(`${name} unknown`, validity()))
      if (rotatedKeys) return second()
      return expiredCertificate ? ended() : current
    },
    /** The certificates that metadata shows. */
    async published(): Promise<string[]> {
      const { nextPublished, rotatedKeys, expiredCertificate } = switches()
      const usual = expiredCertificate ? ended() : current
      return nextPublished || rotatedKeys ? [usual.certificate, (await second()).certificate] : [usual.certificate]
    },
    /** To the next key, if it was used or published already. */
    async rotate(): Promise<void> {
      current = await (next ?? makeSigningKeys(name, validity()))
      expired = undefined
      next = undefined
      log({ level: 'info', message: 'The signing key was rotated.', provider: name })
    },
  }
}

/** From an hour ago, for those whose clock is behind, for three years. */
export function validFrom(now: number): { from: Date; to: Date } {
  return { from: new Date(now - 3600_000), to: new Date(now + lifeDays * dayMs) }
}
