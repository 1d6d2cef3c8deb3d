import type { ClientCredentials, Connection } from '@lastro/client'

/** The address and the credentials that the first start of the service shows. */
export const connection: Connection & ClientCredentials = {
  baseUrl: process.env.LASTRO_URL ?? 'http://127.0.0.1:8080',
  environment: 'sandbox',
  clientId: required('LASTRO_CLIENT_ID'),
  clientSecret: required('LASTRO_CLIENT_SECRET'),
  apiKey: required('LASTRO_API_KEY'),
  language: 'en',
}

function required(name: string): string {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  console.error(`Set ${name}. The first start of the service shows it; README.md says how to get another.`)
  process.exit(2)
}
