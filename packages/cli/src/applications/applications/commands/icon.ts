import { iconBytesMax, linkApplicationIcon, putApplicationIcon, removeApplicationIcon } from '@portico/core'
import { readFileSync, statSync } from 'node:fs'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { applicationsOf, pickApplication } from '../find.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { action: string; application: string; file?: string; url?: string }

/** Sets the icon of an application from a file or an address, or removes it. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { action, file, url } = options
  const hint = { hint: 'portico app icon --help' }
  if (action !== 'set' && action !== 'remove')
    return fail('usage', phrase`Unknown action ${action}: use set or remove.`, hint)
  if (action === 'set' && (file === undefined) === (url === undefined))
    return fail('usage', 'Name the image by --file or by --url.', hint)
  const bytes = file === undefined ? undefined : await readIcon(file, context)
  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const { id: appId, label, icon } = pickApplication(await applicationsOf(server, envId), options.application)
  const params = { envId, appId }
  if (options.dryRun) {
    const request =
      action === 'remove'
        ? planned(removeApplicationIcon, params)
        : url === undefined
          ? planned(putApplicationIcon, params, { file })
          : planned(linkApplicationIcon, params, { url })
    const changes = changesBetween({ icon }, { icon: url ?? file })
    return printDryRun([request], changes, context.io, options.json !== undefined)
  }
  if (action === 'remove') await server.call(removeApplicationIcon, { params })
  else if (url !== undefined) await server.call(linkApplicationIcon, { params, body: { url } })
  else if (bytes !== undefined) await server.call(putApplicationIcon, { params, body: { file: new Blob([bytes]) } })
  const hasIcon = action === 'set'
  const sentence = hasIcon ? phrase`${label} has a new icon.` : phrase`${label} has no icon now.`
  report({ id: appId, application: label, icon: hasIcon }, sentence, options, context)
}

async function readIcon(file: string, context: CommandContext): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (statSync(file).size <= iconBytesMax) return new Uint8Array(readFileSync(file))
  } catch (error) {
    return fail('validation', phrase`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return fail('validation', (await context.words()).say('ICON_TOO_LARGE'), { errorID: 'ICON_TOO_LARGE' })
}
