import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { machineText } from '../../../kit/output/machine-text.ts'
import { safeText } from '../../../kit/io/neutralise.ts'
import { requireType } from '../draft.ts'
import { importMetadata, type MetadataFlags } from '../import-metadata.ts'

type Options = CommonOptions &
  MetadataFlags & { type: string; /** As they were called before. */ url?: string; file?: string }

/** Prints the configuration from a provider's metadata, as a file for `idp create -f`. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io } = context
  const [url, file] = [options.fromUrl ?? options.url, options.fromFile ?? options.file]
  const type = requireType(options.type, await context.words())
  const { entityId, entity } = options
  const config = await importMetadata(type, { url, file, entityId, entity }, await context.server(), context)
  const format = options.json === true ? 'json' : 'yaml'
  const document = { type, config }
  io.stdout.write(safeText(await machineText(format, ['type', 'config'], [document], document), io))
}
