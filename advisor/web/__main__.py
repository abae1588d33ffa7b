"""The file that Streamlit runs: the page."""

from advisor.web.main import main

main()
