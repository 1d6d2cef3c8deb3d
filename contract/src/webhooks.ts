import type { Text } from './text.ts'

/** Why nothing is sent to an address. */
export const webhookUrlFaults = {
  url: {
    pt: 'não é um endereço http ou https de até 2048 caracteres, sem fragmento (#)',
    en: 'it is not an http or https address of up to 2048 characters without a fragment (#)',
  },
  https: { pt: 'em produção o endereço é https', en: 'in production the address is https' },
  credentials: {
    pt: 'há usuário ou senha no endereço; a assinatura de cada mensagem os substitui',
    en: 'there is a user or password in the address; the signature of each message takes their place',
  },
  port: { pt: 'a porta é 80, 443 ou de 1024 em diante', en: 'the port is 80, 443, or 1024 and up' },
  private: {
    pt: 'o endereço leva a uma rede que não é pública',
    en: 'the address leads into a network that is not public',
  },
  unresolved: { pt: 'o nome não leva a endereço algum', en: 'the name leads to no address' },
} as const satisfies Record<string, Text>

export type WebhookUrlFault = keyof typeof webhookUrlFaults
