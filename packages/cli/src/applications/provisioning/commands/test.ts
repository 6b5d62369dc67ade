import { provisioningTestInWords, testProvisioning } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { formatJson } from '../../../kit/output/print.ts'
import { namedApplication } from '../named-application.ts'
import { tokenIn } from '../token-file.ts'

type Options = CommonOptions & { app: string; url?: string; token?: string }

/** Asks the application now, with what is stored, or with what is named instead. Nothing is stored. */
export async function run({ app, url, token, json, dryRun }: Options, context: CommandContext): Promise<void> {
  const bearerToken = await tokenIn(token, context)
  const { server, params } = await namedApplication(context, app)
  const body = { ...(url !== undefined && { url }), ...(bearerToken !== undefined && { bearerToken }) }
  if (dryRun) return printDryRun([planned(testProvisioning, params, body)], [], context.io, json !== undefined)
  const { value } = await server.call(testProvisioning, { params, body })
  if (json !== undefined) context.io.stdout.write(formatJson(value, context.io))
  const { accepted, sentence } = provisioningTestInWords(value.failure, await context.words())
  if (accepted) return context.say(sentence)
  fail('failure', sentence)
}
