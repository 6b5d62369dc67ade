import { Box, Text } from 'ink'

import { widthOf } from '../../output/width.ts'
import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { createLine } from '../fields/line.ts'
import { TextLine } from '../fields/text-line.tsx'
import { DialogLines } from './dialog-lines.tsx'

/** Cells for what is typed, beside its label. */
const typedCells = 44

/**
 * A question answered by typing. With `expected`, Enter is disabled until exactly that text is typed, for actions that
 * cannot be undone. If `run` returns a sentence, the text was rejected and the dialog stays open.
 */
export function typedDialog(
  app: App,
  options: {
    title: string
    lines: readonly string[]
    label: string
    action: string
    expected?: string | undefined
    /** Initial text. */
    start?: string | undefined
    run: (typed: string) => void | Promise<void>
  },
): Dialog {
  const { title, action, expected, start = '', run } = options
  const label = app.words.text(options.label)
  const lines = options.lines.map(app.words.text)
  const line = createLine({ value: start })
  const refused = () =>
    expected === undefined || line.getState().value.trim() === expected
      ? undefined
      : app.words.say('tui.typeToGoOn', { text: expected })

  function Body({ width, height }: { width: number; height: number }) {
    return (
      <Box flexDirection="column">
        <DialogLines lines={lines} width={width} height={height - 3} />
        <Box marginTop={1}>
          <Text bold>{label}: </Text>
          <TextLine line={line} hasKeyboard label={label} />
        </Box>
      </Box>
    )
  }

  return {
    title,
    Body,
    cells: () => Math.max(0, ...lines.map(widthOf), widthOf(label) + typedCells),
    watched: [line],
    spoken: () => [...lines, `${label}: ${line.getState().value}`],
    layer: {
      name: title,
      isModal: true,
      field: () => line,
      bindings: () => [
        { id: 'typed.confirm', keys: ['enter'], label: action, refused, run: () => run(line.getState().value.trim()) },
        { id: 'typed.cancel', keys: ['esc'], label: 'Cancel', run: () => app.closeDialog() },
      ],
    },
  }
}
