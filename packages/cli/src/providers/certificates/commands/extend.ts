import { certificateNoun, extendCertificate, listCertificates, withDaysLeft, type CertificateRow } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { certificatesHint } from '../certificates-hint.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { idp: string; reason: string; fingerprint?: string; yes?: boolean }

/** Authorises an expired certificate for 72 more hours, once (spec section 4). */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(certificateNoun, options, { io, configured: settings.get('output') })
  const reason = options.reason.trim()
  const words = await context.words()
  if (reason === '') fail('validation', words.say('REASON_REQUIRED'), { errorID: 'REASON_REQUIRED' })
  const server = await context.server()
  const { id, name } = pickProvider(await providersOf(server), options.idp)
  const { certificates } = (await server.call(listCertificates, {})).value
  const its = certificates.filter(({ idp }) => idp === id)
  const certificate = pickCertificate(its, options.fingerprint, name)
  const params = { id }
  const body = { fingerprint: certificate.fingerprint, reason }
  if (options.dryRun) return printDryRun([planned(extendCertificate, params, body)], [], io, plan.format === 'json')
  const whose = certificate.subject ?? certificate.fingerprint
  await confirmYes(
    context,
    phrase`Accept the certificate ${whose} of ${name}, which has expired, for 72 more hours?`,
    options.yes === true,
  )
  const { extendedUntil } = (await server.call(extendCertificate, { params, body })).value
  const row = { ...certificate, state: 'extended' as const, extendedUntil }
  await printRow(plan, withDaysLeft(row, context.clock.now()), context)
  context.say(
    phrase`It is accepted until ${extendedUntil}. This works once: ask the provider for its new certificate now.`,
  )
}

/** Matches the start of the fingerprint, with or without colons; without a fingerprint, the only expired certificate. */
function pickCertificate(rows: readonly CertificateRow[], wanted: string | undefined, name: string): CertificateRow {
  const begin = wanted?.replaceAll(':', '').toLowerCase()
  const matches = rows.filter(({ fingerprint, state }) =>
    begin === undefined ? state === 'expired' : begin !== '' && fingerprint.startsWith(begin),
  )
  const [only, ...others] = matches
  const hint = certificatesHint(name)
  if (only === undefined)
    return fail(
      'not-found',
      begin === undefined
        ? phrase`${name} has no expired certificate.`
        : phrase`${name} has no certificate ${wanted ?? ''}.`,
      {
        errorID: 'NOT_FOUND',
        hint,
      },
    )
  if (others.length === 0) return only
  return fail('validation', 'That means more than one certificate. Say which with --fingerprint.', {
    errorID: 'AMBIGUOUS',
    details: matches.map((row) => ({ errorID: 'AMBIGUOUS', errorMessage: `${row.fingerprint} (slot ${row.slot})` })),
    hint,
  })
}
