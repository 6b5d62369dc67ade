export type Size = { readonly columns: number; readonly rows: number }

export type Layout = {
  /** Lines drawn: one less than the terminal has, because otherwise Ink clears the screen with every frame. */
  readonly rows: number
  readonly columns: number
  /** No room for header and sidebar. */
  readonly isCompact: boolean
  /** Lines of a compact window for what the operator tells everyone; otherwise it is in the banner. */
  readonly noticeHeight: number
  readonly sidebarWidth: number
  readonly contentWidth: number
  readonly contentHeight: number
  /** First line and column of the content, from 0. */
  readonly contentTop: number
  readonly contentLeft: number
  /** Lines of a dialog above its body: border, title and a blank line. */
  readonly dialogTop: number
  /** Lines for an error, a success, or an answer to the last key; in a compact window, what the operator tells has a separate line. */
  readonly bannerHeight: number
  /** Cells and lines inside a dialog, below its title. */
  readonly dialogWidth: number
  readonly dialogHeight: number
  /** Rows of a table, below its header and above its status line. */
  readonly tableHeight: number
}

const sidebarWidth = 22
const sidebarGap = 2

/** Below that, the list needs each line. */
const compactRowsForNotice = 5

/** The layout for a window size, shared by drawing and page keys. */
export function layoutOf({ columns, rows: terminalRows }: Size, hasNotice = false): Layout {
  const rows = Math.max(1, terminalRows - 1)
  const isCompact = columns < 60 || rows < 12
  const bannerHeight = isCompact ? 1 : rows < 20 ? 1 : 2
  const noticeHeight = isCompact && hasNotice && rows >= compactRowsForNotice ? 1 : 0
  const frame = isCompact ? 2 + noticeHeight : 3 + bannerHeight
  const contentHeight = Math.max(1, rows - frame)
  const hasSidebar = !isCompact
  const contentWidth = Math.max(1, columns - (hasSidebar ? sidebarWidth + sidebarGap : 0))
  return {
    rows,
    columns,
    isCompact,
    noticeHeight,
    sidebarWidth: hasSidebar ? sidebarWidth : 0,
    contentWidth,
    contentHeight,
    contentTop: isCompact ? 1 : 2,
    contentLeft: hasSidebar ? sidebarWidth + sidebarGap : 0,
    dialogTop: isCompact ? 1 : 3,
    bannerHeight,
    dialogWidth: contentWidth - (isCompact ? 0 : 4),
    dialogHeight: Math.max(1, contentHeight - (isCompact ? 1 : 4)),
    tableHeight: Math.max(1, contentHeight - (isCompact ? 1 : 2)),
  }
}
