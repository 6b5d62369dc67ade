import { certificateNoun, listCertificates, retireCertificate, withDaysLeft, type CertificateRow } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { certificatesHint } from '../certificates-hint.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { idp: string; slot?: string; fingerprint?: string; yes?: boolean }

/** Retires one of two certificates in effect, at once, and prints the one that stays (decision 81). */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(certificateNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { id, name } = pickProvider(await providersOf(server), options.idp)
  const { certificates } = (await server.call(listCertificates, {})).value
  const chosen = pick(
    certificates.filter(({ idp }) => idp === id),
    options,
    name,
  )
  const params = { id }
  const body = { fingerprint: chosen.fingerprint }
  if (options.dryRun) return printDryRun([planned(retireCertificate, params, body)], [], io, plan.format === 'json')
  const whose = `${chosen.subject ?? chosen.fingerprint} (slot ${chosen.slot})`
  await confirmYes(context, phrase`Retire the certificate ${whose} of ${name} at once?`, options.yes === true)
  const left = (await server.call(retireCertificate, { params, body })).value.certificates
  const now = context.clock.now()
  await printRows(
    plan,
    left.map((row) => withDaysLeft(row, now)),
    context,
  )
}

/** By slot, or by the beginning of its fingerprint, with or without colons. */
function pick(rows: readonly CertificateRow[], { slot, fingerprint }: Options, name: string): CertificateRow {
  const begin = fingerprint?.replaceAll(':', '').toLowerCase()
  if ((slot === undefined) === (begin === undefined))
    return fail('validation', 'Say which certificate: --slot or --fingerprint, not both.', { errorID: 'AMBIGUOUS' })
  const matches = rows.filter((row) =>
    begin === undefined ? String(row.slot) === slot : begin !== '' && row.fingerprint.startsWith(begin),
  )
  const [only, ...others] = matches
  const hint = certificatesHint(name)
  if (only === undefined) {
    const wanted = begin === undefined ? `certificate in slot ${slot}` : `certificate ${fingerprint}`
    return fail('not-found', phrase`${name} has no ${wanted}.`, { errorID: 'NOT_FOUND', hint })
  }
  if (others.length === 0) return only
  return fail('validation', 'That means both certificates. Give more of the fingerprint.', {
    errorID: 'AMBIGUOUS',
    hint,
  })
}
