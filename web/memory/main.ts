import '../styles/memory-page.css';
import './page.js';
