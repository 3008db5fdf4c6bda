import './parts/page.js';
import './styles/main.css';
