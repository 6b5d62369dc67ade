import type { ReactNode } from 'react'

import styles from './icons.module.css'

/** Line icons on a 20-unit grid; decorative, the name is next to them or in aria-label. */
export function icon(shape: ReactNode) {
  return function Icon() {
    return (
      <svg className={styles['root']} viewBox="0 0 20 20" aria-hidden="true">
        {shape}
      </svg>
    )
  }
}

export const CloseIcon = icon(<path d="m5 5 10 10M15 5 5 15" />)
export const SearchIcon = icon(<path d="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.5-1.500L17 17" />)
export const ChevronDownIcon = icon(<path d="m5.500 8 4.500 4.500L14.500 8" />)
export const ExternalIcon = icon(<path d="M8 4H4v12h12v-4M11.500 4H16v4.500M16 4l-7 7" />)
export const CopyIcon = icon(<path d="M7 7V4h9v9h-3M4 7h9v9H4z" />)
export const CheckIcon = icon(<path d="m4 10.500 4 4L16 6" />)
/** Four doorways: the application switcher. */
export const DoorsIcon = icon(
  <path d="M3.500 9V6a2.500 2.500 0 0 1 5 0v3zm8 0V6a2.500 2.500 0 0 1 5 0v3zm-8 8v-3a2.500 2.500 0 0 1 5 0v3zm8 0v-3a2.500 2.500 0 0 1 5 0v3z" />,
)
