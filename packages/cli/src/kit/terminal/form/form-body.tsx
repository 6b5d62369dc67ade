import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { cut } from '../../output/width.ts'
import { useApp } from '../draw/app-context.tsx'
import { useWatched, type Watched } from '../draw/use-watched.ts'
import type { Finder } from '../find/finder.ts'
import type { FormCursor } from './form-cursor.ts'
import { FormRows } from './form-rows.tsx'

export type FormTab = { readonly label: string; readonly isHere: boolean }

/** Lines of the tabs and the blank line below. */
export const tabsHeight = 2

/** Draws a form: its tabs, if any, and its rows; or a sentence if there are no rows. */
export function formBody(options: {
  readonly cursor: FormCursor
  readonly finder?: Finder | undefined
  readonly stores: readonly Watched[]
  readonly tabs: () => readonly FormTab[]
  /** Shown instead of the rows: loading, or not found. */
  readonly instead: () => string | undefined
}) {
  const { cursor, finder, stores, tabs, instead } = options
  return function FormBody({ width, height }: { width: number; height: number }) {
    const app = useApp()
    useStore(app.state)
    useStore(cursor)
    useWatched(finder === undefined ? stores : [...stores, finder])
    const sentence = instead()
    const shown = tabs()
    const room = height - (shown.length === 0 ? 0 : tabsHeight)
    return (
      <Box flexDirection="column" height={height} overflow="hidden">
        {shown.length === 0 ? null : <Tabs tabs={shown} width={width} />}
        {sentence === undefined ? (
          <FormRows
            rows={cursor.rows()}
            at={cursor.at()}
            wanted={finder?.getState().wanted ?? ''}
            width={width}
            height={room}
          />
        ) : (
          <Text wrap="truncate">{cut(app.words.text(sentence), width)}</Text>
        )}
      </Box>
    )
  }
}

function Tabs({ tabs, width }: { tabs: readonly FormTab[]; width: number }) {
  const { glyphs, colours, words } = useApp()
  const gap = width < 44 ? 1 : 3
  return (
    <Box marginBottom={1} width={width}>
      {tabs.map(({ label, isHere }) => (
        <Box key={label} marginRight={gap}>
          <Text bold={isHere} dimColor={!isHere} {...(isHere ? colours.accent : {})} wrap="truncate">
            {`${isHere ? glyphs.pointer : ' '} ${words.text(label)}`}
          </Text>
        </Box>
      ))}
    </Box>
  )
}
