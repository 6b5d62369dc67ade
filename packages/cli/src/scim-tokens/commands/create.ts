import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

import { createdScimTokenNoun, createScimToken, NewScimToken, readInput } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { fail } from '../../errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../output/dry-run.ts'
import { planOutput } from '../../output/plan.ts'
import { printRow } from '../../output/print.ts'
import { phrase } from '../../phrases/phrase.ts'
import { writePrivateFile } from '../../storage/private-file.ts'
import { providerOf } from '../find.ts'

type Options = CommonOptions & { idp: string; days?: string; dryRunToken?: boolean; outFile?: string }

/** Prints the token, or writes it to a file. It is not shown again. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(createdScimTokenNoun, options, { io, configured: settings.get('output') })
  const body = await checkedBody(options, context)
  const server = await context.server()
  const { id } = await providerOf(server, options.idp)
  const params = { id }
  if (options.dryRun)
    return printDryRun(
      [planned(createScimToken, params, body)],
      changesBetween({}, { expiresInDays: body.expiresInDays, dryRun: body.dryRun }),
      io,
      plan.format === 'json',
    )
  const file = options.outFile === undefined ? undefined : resolve(io.cwd, options.outFile)
  // A folder that cannot be written is found before there is a token.
  if (file !== undefined) write(file, '')
  const created = await server.call(createScimToken, { params, body }).catch((reason: unknown) => {
    if (file !== undefined) rmSync(file, { force: true })
    throw reason
  })
  const { token } = created.value
  if (file !== undefined) write(file, `${token}\n`)
  await printRow(plan, { ...created.value, token: file === undefined ? token : '' }, context)
  const words = await context.words()
  context.say(
    file === undefined
      ? words.say('scimTokens.once')
      : words.say('scimTokens.written', { file: options.outFile ?? '' }),
  )
}

async function checkedBody({ days, dryRunToken }: Options, context: CommandContext): Promise<NewScimToken> {
  const typed = {
    ...(days === undefined ? {} : { expiresInDays: /^\d{1,9}$/.test(days) ? Number(days) : 0 }),
    ...(dryRunToken ? { dryRun: true } : {}),
  }
  const input = readInput(NewScimToken, typed)
  if (input.ok) return input.output as NewScimToken
  const sentence = (await context.words()).say('SCIM_TOKEN_DAYS')
  return fail('validation', sentence, { errorID: 'SCIM_TOKEN_DAYS' })
}

function write(path: string, text: string): void {
  try {
    writePrivateFile(path, text)
  } catch (reason) {
    fail('validation', phrase`${path} cannot be written: ${(reason as Error).message}`)
  }
}
