/** Every sentence a person reads exists in both languages; Portuguese answers when the caller is silent. */
export type Text = { readonly pt: string; readonly en: string }

export type Language = keyof Text

export const languages: readonly Language[] = ['pt', 'en']
