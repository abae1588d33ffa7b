"""The adviser's page: ``streamlit run app.py``."""

from advisor.web.main import main

main()
