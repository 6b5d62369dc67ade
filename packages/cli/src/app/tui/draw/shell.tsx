import { Box, Text, useInput, useIsScreenReaderEnabled } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, widthOf } from '../../../kit/output/width.ts'
import type { TerminalSession } from '../../../kit/terminal/app/terminal-session.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'
import { useWatched } from '../../../kit/terminal/draw/use-watched.ts'
import type { Layers } from '../shell/layers.ts'
import { BannerLine, Hints, NoticeLine, PromptLine } from './footer.tsx'
import { CompactHeader, Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'
import { Spoken } from './spoken.tsx'
import { SuggestionList } from './suggestion-list.tsx'

/** The whole screen. Its height is fixed: a varying height would leave rows of the previous frame. */
export function Shell({ layers, clock }: { layers: Layers; clock: TerminalSession }) {
  // Ink reads its keyboard only while a handler exists; the gate calls our handlers before Ink.
  useInput(nothing)
  // The question before the end counts down.
  useStore(clock)
  const isSpoken = useIsScreenReaderEnabled()
  return isSpoken ? <Spoken layers={layers} clock={clock} /> : <Drawn layers={layers} clock={clock} />
}

const nothing = () => undefined

function Drawn({ layers, clock }: { layers: Layers; clock: TerminalSession }) {
  const app = useApp()
  const { core } = app
  const { view, prompt } = useStore(app.state)
  useStore(core.session)
  useStore(core.launcher)
  const { isCompact, rows, columns, sidebarWidth, contentWidth, contentHeight, bannerHeight, noticeHeight } =
    app.layout()
  useStore(core.leaveBlocker)
  useStore(core.feedback)
  useStore(clock, clock.asking)
  const dialog = layers.dialog()
  const isTyping = prompt !== undefined && dialog === undefined
  return (
    <Box flexDirection="column" height={rows} width={columns} overflow="hidden">
      {isCompact ? null : <Header clock={clock} />}
      <Crumbs width={columns} />
      <Box height={contentHeight} width={columns} overflow="hidden">
        {sidebarWidth === 0 ? null : (
          <Box marginRight={2}>
            <Sidebar width={sidebarWidth} height={contentHeight} />
          </Box>
        )}
        <Box width={contentWidth} height={contentHeight} overflow="hidden" flexDirection="column">
          {dialog !== undefined ? (
            <Framed dialog={dialog} most={contentWidth} />
          ) : prompt === 'palette' ? (
            <SuggestionList width={contentWidth} height={contentHeight} />
          ) : (
            <view.Body width={contentWidth} height={contentHeight} />
          )}
        </Box>
      </Box>
      {isCompact ? null : <BannerLine width={columns} height={bannerHeight} />}
      {noticeHeight === 0 ? null : <NoticeLine width={columns} />}
      {isTyping ? (
        <PromptLine layers={layers} width={columns} />
      ) : isCompact ? (
        <CompactFooter layers={layers} />
      ) : (
        <Hints layers={layers} width={columns} />
      )}
    </Box>
  )
}

function Crumbs({ width }: { width: number }) {
  const app = useApp()
  const { view } = useStore(app.state)
  useStore(app.core.environments)
  useWatched(view.watched)
  const crumbs = view.crumbs()
  if (app.layout().isCompact) return <CompactHeader crumbs={crumbs} width={width} />
  return (
    <Text bold wrap="truncate" {...app.colours.accent}>
      {cut(neutralise(crumbs.join(` ${app.glyphs.crumb} `)), width)}
    </Text>
  )
}

/** Cells inside a dialog at least: room for a search and for a name that is typed. */
const dialogCellsMin = 44

/** A box as high and as wide as its content, at most the available room. */
function Framed({ dialog, most }: { dialog: Dialog; most: number }) {
  const app = useApp()
  const { Body, cells, padding = () => 1 } = dialog
  const sides = 2 + 2 * padding()
  const title = app.words.text(dialog.title)
  if (app.layout().isCompact)
    return (
      <Box flexDirection="column">
        <Text bold wrap="truncate">
          {cut(neutralise(title), most)}
        </Text>
        <Body width={most} height={app.layout().dialogHeight} />
      </Box>
    )
  const wanted = cells === undefined ? most : Math.max(dialogCellsMin, widthOf(neutralise(title)), cells()) + sides
  const width = Math.min(most, wanted)
  return (
    <Box borderStyle={app.glyphs.border} flexDirection="column" paddingX={padding()} width={width} flexShrink={0}>
      <Text bold wrap="truncate">
        {cut(neutralise(title), width - sides)}
      </Text>
      <Box marginTop={1} flexDirection="column">
        <Body width={width - sides} height={app.layout().dialogHeight} />
      </Box>
    </Box>
  )
}

/** In a small window the last line is the banner if there is one, else the hints. */
function CompactFooter({ layers }: { layers: Layers }) {
  const app = useApp()
  const { notice } = useStore(app.state)
  const { success, expected, system } = useStore(app.core.feedback)
  const { columns } = app.layout()
  const hasBanner = [notice, success, expected, system].some((one) => one !== undefined)
  return hasBanner ? <BannerLine width={columns} height={1} /> : <Hints layers={layers} width={columns} />
}
