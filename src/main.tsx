import { mount } from '@/app/app'
import './styles.css'

await mount(document.getElementById('root'))
