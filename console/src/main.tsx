import { notifyManager } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/app.tsx'
import 'lastro:tokens.css'
import './style/typeface.css'
import './style/base.css'
import './style/frame.css'
import './style/controls.css'
import './style/content.css'
import './style/lines.css'
import './style/dialogs.css'
import './style/forms.css'
import './style/find.css'
import './style/lists.css'
import './style/long-form.css'
import './style/report.css'
import './style/home.css'
import './style/print.css'

// What is under way is drawn before the next click is heard, however busy the machine is.
notifyManager.setScheduler(queueMicrotask)

const place = document.getElementById('console')
if (place === null) throw new Error('The page has no place for the console')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
