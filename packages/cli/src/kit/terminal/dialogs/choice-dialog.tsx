import { Box, Text } from 'ink'
import SelectInput from 'ink-select-input'
import { createStore } from 'zustand/vanilla'

import { widthOf } from '../../output/width.ts'
import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { DialogLines, fittingLines } from './dialog-lines.tsx'

export type Choice = {
  /** The letter that selects it. */
  readonly key: string
  readonly label: string
  readonly run: () => void | Promise<void>
}

const widgetKeys = ['up', 'down', 'j', 'k', 'enter', '1', '2', '3', '4', '5']

/** A question with a few answers, the first highlighted. Esc selects the answer that changes nothing. */
export function choiceDialog(
  app: App,
  options: {
    title: string
    lines: () => readonly string[]
    choices: readonly Choice[]
    cancel: () => void | Promise<void>
  },
): Dialog {
  const { title, lines, cancel } = options
  const choices = options.choices.map((one) => ({ ...one, label: app.words.text(one.label) }))
  const highlighted = createStore(() => ({ index: 0 }))
  const items = choices.map(({ label, key }, index) => ({ key, label: `${label} (${key})`, value: index }))
  const choose = (index: number) => {
    const choice = choices[index]
    if (choice !== undefined) app.work.run(choice.run)
  }

  /** The line of the first choice, below the text and a blank line. */
  function choicesFrom(): number {
    const { dialogWidth, dialogHeight } = app.layout()
    const text = lines()
    if (text.length === 0) return 0
    const { shown, more } = fittingLines(text, dialogWidth, dialogHeight - choices.length - 1)
    return shown.length + (more > 0 ? 1 : 0) + 1
  }

  function Body({ width, height }: { width: number; height: number }) {
    const shown = lines()
    return (
      <Box flexDirection="column">
        <DialogLines lines={shown} width={width} height={height - choices.length - 1} />
        <Box marginTop={shown.length === 0 ? 0 : 1}>
          <SelectInput
            items={items}
            initialIndex={highlighted.getState().index}
            indicatorComponent={Indicator}
            onHighlight={({ value }) => highlighted.setState({ index: value })}
            onSelect={({ value }) => choose(value)}
          />
        </Box>
      </Box>
    )
  }

  function Indicator({ isSelected = false }: { isSelected?: boolean }) {
    return <Text {...app.colours.accent}>{isSelected ? `${app.glyphs.pointer} ` : '  '}</Text>
  }

  return {
    title,
    Body,
    cells: () => Math.max(...lines().map(widthOf), ...items.map(({ label }) => widthOf(label) + 2)),
    target(line) {
      const index = line - choicesFrom()
      return choices[index] === undefined ? undefined : { isCurrent: false, select: () => choose(index) }
    },
    spoken: () => [
      ...lines(),
      ...choices.map(({ label, key }) => `${key}: ${label}`),
      `Esc: ${app.words.text('Cancel').toLowerCase()}`,
    ],
    layer: {
      name: title,
      isModal: true,
      widgetKeys,
      bindings: () => [
        ...choices.map(({ key, label, run }) => ({ id: `choice.${key}`, keys: [key], label, run })),
        { id: 'choice.cancel', keys: ['esc'], label: 'Cancel', run: cancel },
      ],
    },
  }
}
