"""The adviser's page: ``make web``, ``advisor web`` or ``streamlit run app.py``."""

from advisor.web.main import main

main()
