import { configFieldsOf, type IdentityProviderType, type LintFinding } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'

/** The linter's findings, most severe first, each with its field and what to do. */
export function findingsDialog(
  app: App,
  type: IdentityProviderType,
  findings: readonly LintFinding[] | undefined,
): Dialog {
  const fields = configFieldsOf(type)
  const labelOf = (fieldID: string) => fields.find(({ name }) => name === fieldID.replace(/^config\./, ''))?.label
  const lines = (['error', 'warning', 'note'] as const).flatMap((severity) =>
    (findings ?? [])
      .filter((finding) => finding.severity === severity)
      .flatMap(({ message, todo, fieldID }) => {
        const label = fieldID === null ? undefined : (labelOf(fieldID) ?? fieldID)
        return [
          `${app.words.say(`lint.${severity}`)}${label === undefined ? '' : `: ${label}`}`,
          `  ${message}`,
          `  ${todo}`,
          '',
        ]
      }),
  )
  return textDialog(app, {
    title: app.words.say('lint.title'),
    lines: () => {
      if (findings === undefined) return [app.words.say('error.notLoaded.title')]
      return lines.length === 0 ? [app.words.say('lint.none')] : lines.map(neutralise)
    },
  })
}
