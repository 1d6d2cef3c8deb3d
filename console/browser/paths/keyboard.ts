import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** A person without a mouse. */
export type Keyboard = {
  readonly press: (...keys: readonly string[]) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Goes on with Tab until what is called so has the focus. */
  readonly tabTo: (name: string | RegExp) => Promise<void>
  /** The same, and presses Enter on it. */
  readonly choose: (name: string | RegExp) => Promise<void>
  /** The same, and types into it. */
  readonly fill: (name: string, text: string) => Promise<void>
}

/** More stops than any page has. */
const stopCountMax = 120

export function keyboardOf(page: Page): Keyboard {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabTo = async (name: string | RegExp) => {
    const seen: string[] = []
    for (let stops = 0; stops < stopCountMax; stops++) {
      const text = await focusedName(page)
      if (typeof name === 'string' ? text.startsWith(name) : name.test(text)) return
      seen.push(text)
      await page.keyboard.press('Tab')
    }
    assert.fail(`The keyboard does not reach ${name}, only: ${seen.join(' | ')}`)
  }
  const type = (text: string) => page.keyboard.type(text)
  return {
    press,
    type,
    tabTo,
    choose: async (name) => {
      await tabTo(name)
      await press('Enter')
    },
    fill: async (name, text) => {
      await tabTo(name)
      await type(text)
    },
  }
}

/** What the focused control is called: by its label, its own name, or its text. A heading, or a table, is no control. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const control = document.activeElement?.closest('a, button, input, select, textarea, summary')
    const [label] = (control as HTMLInputElement | undefined)?.labels ?? []
    return (control?.getAttribute('aria-label') ?? (label ?? control)?.textContent ?? '').trim()
  })
